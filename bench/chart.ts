/** `GET /v1/children/{id}/chart` with 200,000 sessions in the centre. Goal: p95 at most 30 ms. */
import { accessToken, openCentre } from './support/centre.ts'
import { childIdAt, fillChildren, fillSessions } from './support/fill.ts'
import { load } from './support/load.ts'
import { startServer } from './support/process.ts'

const CHILDREN = 2_000
const SESSIONS = 200_000

await using centre = await openCentre({ people: 1 })
await fillChildren(centre, CHILDREN)
await fillSessions(centre, { sessions: SESSIONS, children: CHILDREN })
await using api = await startServer('api/main.ts', centre.env)
const token = await accessToken(api.url, centre)

for (const concurrency of [1, 1, 8]) {
  const { p50Ms, p95Ms, perSecond } = await load(api.url, {
    requests: 400,
    concurrency,
    expected: 200,
    make: (index) => ({
      method: 'GET',
      path: `/v1/children/${childIdAt(index % CHILDREN)}/chart`,
      headers: { authorization: `Bearer ${token}` },
    }),
  })
  console.log(
    `concurrency ${concurrency}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, ${perSecond.toFixed(0)}/s`,
  )
}
