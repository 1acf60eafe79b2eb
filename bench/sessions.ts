/**
 * `GET /v1/appointments/{id}` by a session against the same by an access token, and the matrix of roles,
 * in one run. Goals: a session costs at most 0.3 ms more at p50; the matrix is answered within 20 ms.
 */
import { randomUUID } from 'node:crypto'
import { systemContext } from '#platform/core/context/context.ts'
import { issueSignInLink } from '#staff/sign-in/issue-sign-in-link.ts'
import { createUser } from '#staff/users/create-user.ts'
import { accessToken, openCentre, slotOf } from './support/centre.ts'
import { load, median, type LoadRequest, type LoadResult } from './support/load.ts'
import { startServer } from './support/process.ts'

const ROUNDS = 5
const RECORDS = 100
const EMAIL = 'bench@example.org'

await using centre = await openCentre({ people: 50 })
await using api = await startServer('api/main.ts', centre.env)
const token = await accessToken(api.url, centre)

const signedIn = async (): Promise<string> => {
  const ctx = systemContext(centre.platform, { tenantId: centre.tenantId, action: 'bench' })
  await createUser(ctx, { email: EMAIL, name: 'Bench', roles: ['OWNER'] })
  const { path } = await issueSignInLink(ctx, { email: EMAIL })
  const answer = await fetch(`${api.url}${path}`, { method: 'POST' })
  return answer.headers.getSetCookie()[0]!.split(';', 1)[0]!
}

const ids: string[] = []
for (let index = 0; index < RECORDS; index += 1) {
  const response = await fetch(`${api.url}/v1/appointments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ ...slotOf(centre, index), type: 'THERAPY_SESSION' }),
  })
  ids.push(((await response.json()) as { id: string }).id)
}

const cookie = await signedIn()
const CALLERS = { key: { authorization: `Bearer ${token}` }, session: { cookie } } as const

const read =
  (headers: Record<string, string>) =>
  (index: number): LoadRequest => ({
    method: 'GET',
    path: `/v1/appointments/${ids[index % RECORDS]}`,
    headers,
  })

const compare = async (requests: number) => {
  const results: Record<keyof typeof CALLERS, LoadResult[]> = { key: [], session: [] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const caller of ['key', 'session'] as const)
      results[caller].push(
        await load(api.url, {
          requests,
          concurrency: 1,
          expected: 200,
          make: read(CALLERS[caller]),
        }),
      )
  return { key: median(results.key), session: median(results.session) }
}

// Together below the 600 requests a minute that a user has.
await compare(10)
const { key, session } = await compare(90)
const matrix = await load(api.url, {
  requests: 40,
  concurrency: 1,
  expected: 200,
  make: () => ({ method: 'GET', path: '/v1/roles/matrix', headers: CALLERS.session }),
})
const ms = (value: number) => value.toFixed(2)
process.stdout.write(
  `key p50 ${ms(key.p50Ms)} ms · session p50 ${ms(session.p50Ms)} ms · more ${ms(session.p50Ms - key.p50Ms)} ms · matrix p50 ${ms(matrix.p50Ms)} ms, p95 ${ms(matrix.p95Ms)} ms\n`,
)
