/** `GET /v1/children/search` among 100,000 children. Goal: p95 at most 50 ms. */
import { accessToken, openCentre } from './support/centre.ts'
import { fillChildren } from './support/fill.ts'
import { load } from './support/load.ts'
import { mistyped, numbersFrom } from './support/names.ts'
import { startServer } from './support/process.ts'

const CHILDREN = 100_000
const REQUESTS = 200

await using centre = await openCentre({ people: 1 })
const names = await fillChildren(centre, CHILDREN)
await using api = await startServer('api/main.ts', centre.env)
const token = await accessToken(api.url, centre)
const random = numbersFrom(11)

const searches: Record<string, (name: [string, string]) => string> = {
  'first and last name': ([first, last]) => `${first} ${last}`,
  'last name': ([, last]) => last,
  'first and last name, mistyped': ([first, last]) => `${first} ${mistyped(last, random)}`,
  'last name, mistyped': ([, last]) => mistyped(last, random),
}
for (const [kind, query] of Object.entries(searches)) {
  const { p50Ms, p95Ms } = await load(api.url, {
    requests: REQUESTS,
    concurrency: 1,
    expected: 200,
    make: () => ({
      method: 'GET',
      path: `/v1/children/search?name=${encodeURIComponent(query(names[Math.floor(random() * CHILDREN)]!))}`,
      headers: { authorization: `Bearer ${token}` },
    }),
  })
  console.log(`${kind}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`)
}
