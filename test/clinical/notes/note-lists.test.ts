import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../contract/expectations.ts'
import { create, newChild, newProvider, type Resource } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const idsOf = async (client: ApiClient, path: string) => {
  const answer = await client.get<{ data: Resource[] }>(path)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.map(({ id }) => id)
}

/** A supervised therapist, a supervisor, and the centre; two children with one session each. */
const aCentre = async () => {
  const centre = await api.createTenant()
  const { id: providerId } = await newProvider(centre)
  const { id: supervisorId } = await newProvider(centre, { name: 'Dr. Senior' })
  await create(centre, '/v1/supervisions', { providerId, supervisorId })
  const therapist = await api.createClient(centre.tenantId, { providerId })
  const supervisor = await api.createClient(centre.tenantId, { providerId: supervisorId })
  const sessionOf = async (more = {}) =>
    create(centre, '/v1/sessions', {
      childId: (await newChild(centre)).id,
      providerId,
      startedAt: '2026-11-20T10:00:00+01:00',
      endedAt: '2026-11-20T10:45:00+01:00',
      ...more,
    })
  return { centre, therapist, supervisor, providerId, supervisorId, sessionOf }
}

test('one call lists my drafts, and one the notes that await my co-signature', async () => {
  const { centre, therapist, supervisor, supervisorId, sessionOf } = await aCentre()
  const [one, two] = [await sessionOf(), await sessionOf()]
  const mine = await create(therapist, `/v1/sessions/${one.id}/notes`, { plan: 'Words.' })
  const theirs = await create(centre, `/v1/sessions/${one.id}/notes`, { plan: 'Phone call.' })
  const signed = await create(therapist, `/v1/sessions/${two.id}/notes`, {
    plan: 'Phrases.',
    sign: true,
  })
  const drafts = '/v1/session-notes?status=DRAFT'
  expect(await idsOf(centre, drafts)).toEqual([theirs.id, mine.id])
  expect(await idsOf(therapist, `${drafts}&authorId=${therapist.clientId}`)).toEqual([mine.id])
  const awaiting = `/v1/session-notes?status=AWAITING_COSIGN&supervisorId=${supervisorId}`
  expect(await idsOf(supervisor, awaiting)).toEqual([signed.id])
  const cosigned = await supervisor.post(`/v1/session-notes/${signed.id}/cosign`)
  expect(cosigned.status, cosigned.text).toBe(200)
  expect(await idsOf(supervisor, awaiting)).toEqual([])
  expect(await idsOf(centre, '/v1/session-notes?status=SIGNED')).toEqual([signed.id])
})

test('filters notes by provider, child and session time, within the caseload', async () => {
  const { centre, therapist, providerId, sessionOf } = await aCentre()
  const early = await sessionOf({ startedAt: '2026-11-02T10:00:00+01:00', endedAt: null })
  const late = await sessionOf()
  const stranger = await sessionOf({ providerId: (await newProvider(centre)).id })
  const noteOf = (session: Resource) =>
    create(centre, `/v1/sessions/${session.id}/notes`, { plan: 'Words.' })
  const notes = [await noteOf(early), await noteOf(late), await noteOf(stranger)]
  const [first, second, other] = notes.map(({ id }) => id)
  const list = (query: string, client: ApiClient = centre) =>
    idsOf(client, `/v1/session-notes?${query}`)
  expect(await list('')).toEqual([other, second, first])
  expect(await list('', therapist)).toEqual([second, first])
  expect(await list(`providerId=${providerId}`)).toEqual([second, first])
  const childId = String(early['childId'])
  expect(await list(`childId=${childId}`)).toEqual([first])
  expect(await list(`childId=${String(stranger['childId'])}`, therapist)).toEqual([])
  const since = encodeURIComponent('2026-11-19T00:00:00+01:00')
  expect(await list(`sessionStartedAt[gte]=${since}`)).toEqual([other, second])
  expect(await list(`sessionStartedAt[lt]=${since}`)).toEqual([first])
  // A list is recorded as a disclosure like a single note.
  const { body } = await centre.get<{ data: Resource[] }>(`/v1/children/${childId}/disclosures`)
  expect(body.data.map(({ action }) => action)).toContain('listSessionNotes')
})

test('a session needs a note once it has ended, unless the child was absent', async () => {
  const { centre, therapist, supervisor, sessionOf } = await aCentre()
  const goesOn = await sessionOf({ endedAt: null })
  const absent = await sessionOf({ attendance: 'ABSENT' })
  const unsigned = await sessionOf()
  const documented = await sessionOf()
  await create(centre, `/v1/sessions/${unsigned.id}/notes`, { plan: 'A draft.' })
  const { id } = await create(therapist, `/v1/sessions/${documented.id}/notes`, {
    plan: 'Phrases.',
    sign: true,
  })
  const without = '/v1/sessions?noteSigned=false'
  expect(await idsOf(centre, without)).toEqual([documented.id, unsigned.id])
  expect((await supervisor.post(`/v1/session-notes/${id}/cosign`)).status).toBe(200)
  expect(await idsOf(centre, without)).toEqual([unsigned.id])
  expect(await idsOf(centre, '/v1/sessions?noteSigned=true')).toEqual([documented.id])
  expect(await idsOf(centre, '/v1/sessions')).toContain(goesOn.id)
  expect(await idsOf(centre, '/v1/sessions')).toContain(absent.id)
})

test('only callers who may read notes see whether a note is signed', async () => {
  const { tenantId } = await api.createTenant()
  const biller = await api.createClient(tenantId, { resources: ['sessions'] })
  expect((await biller.get('/v1/sessions')).status).toBe(200)
  const answer = await biller.get('/v1/sessions?noteSigned=false')
  expectProblem(answer, 'insufficient_scope')
})
