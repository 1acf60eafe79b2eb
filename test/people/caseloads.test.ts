import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
  type Resource,
} from '../resources/centre.ts'
import { joinAs } from '../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

/** A centre with two therapists, each with a key of their own and a child of their own. */
const twoTherapists = async () => {
  const centre = await api.createTenant()
  const [ana, ben] = await Promise.all([
    newProvider(centre, { name: 'Ana Ruiz' }),
    newProvider(centre, { name: 'Ben Fink' }),
  ])
  const keyOf = ({ id }: Resource) => api.createClient(centre.tenantId, { providerId: id })
  const [anas, bens] = await Promise.all([
    newChild(centre, { firstName: 'Lena', primaryProviderId: ana.id }),
    newChild(centre, { firstName: 'Tom', primaryProviderId: ben.id }),
  ])
  return { centre, ana, ben, anas, bens, asAna: await keyOf(ana), asBen: await keyOf(ben) }
}

const seen = async (client: ApiClient) =>
  (await client.get<Page>('/v1/children')).body.data.map(({ id }) => id).toSorted()

const newSession = (client: ApiClient, childId: string, providerId: string) =>
  create(client, '/v1/sessions', {
    childId,
    providerId,
    startedAt: '2026-11-20T09:00:00Z',
    endedAt: '2026-11-20T09:45:00Z',
  })

describe('a key that is bound to a provider', () => {
  test('sees only its own children in lists, search and records', async () => {
    const { centre, ben, anas, bens, asAna } = await twoTherapists()
    const session = await newSession(centre, bens.id, ben.id)
    const note = await create(centre, `/v1/sessions/${session.id}/notes`, { plan: 'Phrases.' })
    expect(await seen(asAna)).toEqual([anas.id])
    const { body } = await asAna.get<{ data: { child: Resource }[] }>(
      '/v1/children/search?name=Weiss',
    )
    expect(body.data.map(({ child }) => child.id)).toEqual([anas.id])
    for (const path of [
      `/v1/children/${bens.id}`,
      `/v1/children/${bens.id}/chart`,
      `/v1/sessions/${session.id}`,
      `/v1/sessions/${session.id}/notes`,
      `/v1/session-notes/${note.id}`,
    ])
      expect([path, (await asAna.get(path)).status]).toEqual([path, 404])
    expect((await asAna.get<Page>('/v1/sessions')).body.data).toEqual([])
    expect((await asAna.get(`/v1/children/${anas.id}/chart`)).status).toBe(200)
    expect((await centre.get<Page>('/v1/sessions')).body.data).toHaveLength(1)
  })

  test('sees only the guardians of its children', async () => {
    const { centre, anas, bens, asAna } = await twoTherapists()
    const [mara, paul] = await Promise.all([
      newClient(centre, { name: 'Mara Weiss' }),
      newClient(centre, { name: 'Paul Weiss' }),
    ])
    for (const [childId, clientId] of [
      [anas.id, mara.id],
      [bens.id, paul.id],
    ])
      await create(centre, '/v1/guardianships', {
        childId,
        clientId,
        relationship: 'parent',
        legal: true,
        billing: true,
      })
    const ids = (await asAna.get<Page>('/v1/clients')).body.data.map(({ id }) => id)
    expect(ids).toEqual([mara.id])
    const { body } = await asAna.get<{ data: { client: Resource }[] }>(
      '/v1/clients/search?name=Weiss',
    )
    expect(body.data.map(({ client }) => client.id)).toEqual([mara.id])
    expect((await asAna.get(`/v1/clients/${paul.id}`)).status).toBe(404)
    expect(refusal(await asAna.post('/v1/clients', { name: 'Somebody' }))).toEqual([
      403,
      'insufficient_scope',
    ])
  })

  test('can register a child only for its own provider', async () => {
    const { asAna, ana, ben } = await twoTherapists()
    const child = await newChild(asAna, { firstName: 'New' })
    expect(child['primaryProviderId']).toBe(ana.id)
    expect(await seen(asAna)).toContain(child.id)
    const refused = await asAna.post('/v1/children', {
      firstName: 'New',
      lastName: 'Weiss',
      birthDate: '2021-04-30',
      primaryProviderId: ben.id,
    })
    expect(refusal(refused)).toEqual([403, 'insufficient_scope'])
  })

  test('can work with a child: session, note, goal, measurement, order', async () => {
    const { asAna, ana, anas } = await twoTherapists()
    const session = await newSession(asAna, anas.id, ana.id)
    await create(asAna, `/v1/sessions/${session.id}/notes`, { plan: 'Phrases.', sign: true })
    const goal = await create(asAna, '/v1/goals', {
      childId: anas.id,
      area: 'Speech',
      title: 'Words',
      unit: 'words',
      baseline: { value: 1 },
      target: { value: 9 },
    })
    await create(asAna, `/v1/goals/${goal.id}/measurements`, {
      measuredAt: '2026-11-20T09:00:00Z',
      result: { value: 3 },
    })
    await create(asAna, '/v1/orders', {
      childId: anas.id,
      lines: [{ description: 'Report', quantity: 1, unitAmount: 100 }],
    })
    for (const path of ['/v1/sessions', '/v1/goals', '/v1/orders']) {
      const { body } = await asAna.get<Page>(`${path}?childId=${anas.id}`)
      expect([path, body.data.length]).toEqual([path, 1])
    }
  })

  test('cannot change settings of the centre or who sees whom', async () => {
    const { asAna, ana, ben } = await twoTherapists()
    const put = await asAna.post('/v1/supervisions', { providerId: ben.id, supervisorId: ana.id })
    expect(refusal(put)).toEqual([403, 'insufficient_scope'])
    for (const path of ['/v1/audit-entries', '/v1/events', '/v1/api-keys', '/v1/webhook-endpoints'])
      expect([path, (await asAna.get(path)).status]).toEqual([path, 403])
  })

  test('can be bound and unbound immediately, even for issued tokens', async () => {
    const { centre, ana, anas, bens } = await twoTherapists()
    const key = await api.createClient(centre.tenantId)
    expect(await seen(key)).toEqual([anas.id, bens.id].toSorted())
    await centre.patch(`/v1/api-keys/${key.clientId}`, { providerId: ana.id })
    expect(await seen(key)).toEqual([anas.id])
    await centre.patch(`/v1/api-keys/${key.clientId}`, { providerId: null })
    expect(await seen(key)).toEqual([anas.id, bens.id].toSorted())
  })

  test('sees when any provider is busy, so offered slots can be booked', async () => {
    const { centre, ana, ben, anas, bens, asAna } = await twoTherapists()
    const { id: serviceId } = await newService(centre, { roomRequired: true })
    const { id: locationId } = await newLocation(centre)
    await create(centre, '/v1/rooms', { locationId, name: 'Only one' })
    for (const { id } of [ana, ben])
      await centre.patch(`/v1/providers/${id}`, { locationIds: [locationId] })
    const at = '2026-12-01T10:00:00+01:00'
    const booking = { type: 'THERAPY_SESSION', serviceId, startsAt: at }
    await create(centre, '/v1/appointments', {
      ...booking,
      childId: bens.id,
      providerId: ben.id,
    })
    const query = new URLSearchParams({
      serviceIds: serviceId,
      providerIds: ana.id,
      'startsAt[gte]': at,
      'startsAt[lt]': '2026-12-01T11:30:00+01:00',
    })
    const starts = async (client: ApiClient) =>
      (await client.get<{ data: { starts: string[] }[] }>(`/v1/availability?${query.toString()}`))
        .body.data[0]!.starts
    const offers = await starts(asAna)
    expect(offers).toEqual(await starts(centre))
    expect(offers).not.toContain(at)
    expect((await asAna.get<Page>('/v1/appointments')).body.data).toEqual([])
    await create(asAna, '/v1/appointments', {
      ...booking,
      startsAt: offers[0],
      childId: anas.id,
      providerId: ana.id,
    })
  })
})

describe('a caseload', () => {
  test('starts with an appointment or a session, and ends 90 days after the last one', async () => {
    const { centre, ana, bens } = await twoTherapists()
    await newSession(centre, bens.id, ana.id)
    const caseload = async (client: ApiClient) =>
      (
        await client.get<{ children: { childId: string; reasons: Json[] }[] }>(
          `/v1/providers/${ana.id}/caseload`,
        )
      ).body.children.find(({ childId }) => childId === bens.id)?.reasons
    expect(await caseload(centre)).toEqual([
      { reason: 'SESSION', providerId: ana.id, endsAt: '2027-02-18T09:00:00.000Z' },
    ])
    const before = api.clock.now()
    try {
      const sees = async () => {
        const asAna = await api.createClient(centre.tenantId, { providerId: ana.id })
        return (await seen(asAna)).includes(bens.id)
      }
      expect(await sees()).toBe(true)
      api.clock.set('2027-02-18T08:59:00Z')
      expect(await sees()).toBe(true)
      api.clock.set('2027-02-18T09:01:00Z')
      expect(await sees()).toBe(false)
    } finally {
      api.clock.set(before)
    }
  })

  test('is shown only to people who can read children, because it names them', async () => {
    const { centre, ana } = await twoTherapists()
    const path = `/v1/providers/${ana.id}/caseload`
    for (const [role, status] of [
      ['AUDITOR', 403],
      ['READ_ONLY', 200],
    ] as const)
      expect((await (await joinAs(api, centre, { roles: [role] })).get(path)).status).toBe(status)
  })

  test('is empty while the provider is archived, for their key and their user', async () => {
    const { centre, ana, anas, asAna } = await twoTherapists()
    const person = await joinAs(api, centre, { roles: ['THERAPIST'], providerId: ana.id })
    const session = await newSession(centre, anas.id, ana.id)
    const paths = [`/v1/children/${anas.id}`, `/v1/sessions/${session.id}`]
    const statuses = async () =>
      Promise.all(
        paths
          .flatMap((path) => [asAna.get(path), person.get(path)])
          .map(async (it) => (await it).status),
      )
    expect(new Set(await statuses())).toEqual(new Set([200]))
    await centre.post(`/v1/break-glass-grants`, {
      childId: anas.id,
      providerId: ana.id,
      reason: 'An emergency of the child.',
    })
    expect((await centre.post(`/v1/providers/${ana.id}/archive`)).status).toBe(200)
    expect(new Set(await statuses())).toEqual(new Set([404]))
    expect(await seen(asAna)).toEqual([])
    // The departed provider's children are still listed, to be reassigned.
    const left = await centre.get<{ children: unknown[] }>(`/v1/providers/${ana.id}/caseload`)
    expect(left.body.children).toHaveLength(1)
    await centre.post(`/v1/providers/${ana.id}/restore`)
    expect(new Set(await statuses())).toEqual(new Set([200]))
  })

  test('includes care team members for their time', async () => {
    const { centre, ana, anas, bens, asAna } = await twoTherapists()
    const add = (more: object) =>
      create(centre, '/v1/care-team-members', {
        childId: bens.id,
        providerId: ana.id,
        role: 'CONSULTANT',
        ...more,
      })
    await add({ startsAt: '2027-01-01T00:00:00Z' })
    expect(await seen(asAna)).toEqual([anas.id])
    const member = await add({})
    expect(await seen(asAna)).toEqual([anas.id, bens.id].toSorted())
    await centre.post(`/v1/care-team-members/${member.id}/end`)
    expect(await seen(asAna)).toEqual([anas.id])
  })

  test('of a supervisor includes the children of their supervisees during the supervision', async () => {
    const { centre, ana, ben, anas, bens, asAna, asBen } = await twoTherapists()
    const supervision = await create(centre, '/v1/supervisions', {
      providerId: ben.id,
      supervisorId: ana.id,
    })
    expect(await seen(asAna)).toEqual([anas.id, bens.id].toSorted())
    expect(await seen(asBen)).toEqual([bens.id])
    expect((await asAna.get(`/v1/providers/${ben.id}/caseload`)).status).toBe(200)
    expect((await asBen.get(`/v1/providers/${ana.id}/caseload`)).status).toBe(404)
    await centre.post(`/v1/supervisions/${supervision.id}/end`)
    expect(await seen(asAna)).toEqual([anas.id])
  })
})

describe('breaking the glass', () => {
  const reason = 'A seizure in the waiting room.'

  test('opens the records of one child for the requested time and notifies people', async () => {
    const { centre, ana, bens, asAna } = await twoTherapists()
    await centre.patch('/v1/message-settings', { privacyContactEmail: 'privacy@example.com' })
    const grant = await create(asAna, '/v1/break-glass-grants', {
      childId: bens.id,
      reason,
      minutes: 30,
    })
    expect(grant).toMatchObject({ providerId: ana.id, status: 'ACTIVE', reviewedAt: null })
    expect((await asAna.get(`/v1/children/${bens.id}/chart`)).status).toBe(200)

    const told = await centre.get<Page>(`/v1/messages?subjectId=${grant.id}`)
    expect(told.body.data).toMatchObject([{ template: 'break_glass.opened', status: 'QUEUED' }])
    const events = await centre.get<Page>('/v1/events?type=break_glass.opened')
    expect(events.body.data[0]).toMatchObject({ data: { childId: bens.id, providerId: ana.id } })
    const trail = await centre.get<Page>(`/v1/audit-entries?subjectId=${grant.id}`)
    expect(trail.body.data).toMatchObject([
      { action: 'createBreakGlassGrant', actor: { id: asAna.clientId } },
    ])
    expect(trail.text).not.toContain('seizure')

    const before = api.clock.now()
    try {
      api.clock.set(new Date(Date.parse(grant['expiresAt'] as string) + 1))
      const later = await api.createClient(centre.tenantId, { providerId: ana.id })
      expect((await later.get(`/v1/children/${bens.id}`)).status).toBe(404)
      const { body } = await later.get<Page>('/v1/break-glass-grants')
      expect(body.data).toMatchObject([{ id: grant.id, status: 'ENDED' }])
    } finally {
      api.clock.set(before)
    }
  })

  test('waits for one review by somebody else', async () => {
    const { centre, bens, asAna } = await twoTherapists()
    const grant = await create(asAna, '/v1/break-glass-grants', { childId: bens.id, reason })
    const waiting = () => centre.get<Page>('/v1/break-glass-grants?reviewed=false')
    expect((await waiting()).body.data.map(({ id }) => id)).toEqual([grant.id])
    const review = `/v1/break-glass-grants/${grant.id}/review`
    expect(refusal(await asAna.post(review, { justified: true }))).toEqual([
      403,
      'insufficient_scope',
    ])
    expect((await centre.post(review, { justified: false, note: 'Not needed.' })).status).toBe(200)
    expect(refusal(await centre.post(review, { justified: true }))).toEqual([
      409,
      'invalid_transition',
    ])
    expect((await waiting()).body.data).toEqual([])
  })

  test('can be ended early, with immediate effect', async () => {
    const { bens, asAna } = await twoTherapists()
    const grant = await create(asAna, '/v1/break-glass-grants', { childId: bens.id, reason })
    await asAna.post(`/v1/break-glass-grants/${grant.id}/end`)
    expect((await asAna.get(`/v1/children/${bens.id}`)).status).toBe(404)
  })

  test('gives a supervisor nothing to pass on, and lets therapists decide nothing for others', async () => {
    const { centre, ana, ben, anas, bens } = await twoTherapists()
    const therapist = await joinAs(api, centre, { roles: ['THERAPIST'], providerId: ana.id })
    const supervisor = await joinAs(api, centre, { roles: ['SUPERVISOR'], providerId: ben.id })
    const grant = await supervisor.post('/v1/break-glass-grants', { childId: anas.id, reason })
    expect(grant.status, grant.text).toBe(201)
    const to = (childId: string, { id: primaryProviderId }: Resource) =>
      [`/v1/children/${childId}`, { primaryProviderId }] as const
    const byGlass = await supervisor.patch(...to(anas.id, ben))
    expect(refusal(byGlass)).toEqual([403, 'insufficient_scope'])
    expect(byGlass.text).toContain('break-glass access')
    const byTherapist = await therapist.patch(...to(anas.id, ben))
    expect(refusal(byTherapist)).toEqual([403, 'insufficient_role'])
    expect((await supervisor.patch(...to(bens.id, ana))).status).toBe(200)
  })

  test('works only for existing children outside the caseload, and only for the caller', async () => {
    const { centre, ben, anas, bens, asAna } = await twoTherapists()
    const ask = (client: ApiClient, more: object) =>
      client.post('/v1/break-glass-grants', { childId: bens.id, reason, ...more })
    const nobody = 'chd_01m7zb00000000000000000000'
    expect(refusal(await ask(asAna, { childId: nobody }))).toEqual([
      400,
      'invalid_reference',
      'childId: invalid_reference',
    ])
    expect(refusal(await ask(asAna, { childId: anas.id }))).toEqual([409, 'in_caseload'])
    expect(refusal(await ask(asAna, { providerId: ben.id }))).toEqual([
      400,
      'validation_failed',
      'providerId: mismatch',
    ])
    expect(refusal(await ask(centre, {}))).toEqual([
      400,
      'validation_failed',
      'providerId: required',
    ])
  })
})

type Json = Record<string, unknown>
