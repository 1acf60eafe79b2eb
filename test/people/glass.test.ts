import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
  type Resource,
} from '../resources/centre.ts'
import { joinAs } from '../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

/** Records written with break-glass access only never add a child to a caseload. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

type Caller = Pick<ApiClient, 'get' | 'post' | 'patch'>

const AT = '2026-12-01T10:00:00+01:00'

/** A centre whose therapist Ana has broken the glass for Ben's child, and how the access ends. */
const brokenGlass = async (as: 'PERSON' | 'KEY' = 'PERSON') => {
  const centre = await api.createTenant()
  const { id: locationId } = await newLocation(centre)
  await newService(centre)
  const [ana, ben] = await Promise.all([
    newProvider(centre, { name: 'Ana Ruiz', locationIds: [locationId] }),
    newProvider(centre, { name: 'Ben Fink', locationIds: [locationId] }),
  ])
  const [own, child] = await Promise.all([
    newChild(centre, { firstName: 'Lena', primaryProviderId: ana.id }),
    newChild(centre, { firstName: 'Tom', birthDate: '2025-06-01', primaryProviderId: ben.id }),
  ])
  const caller: Caller =
    as === 'KEY'
      ? await api.createClient(centre.tenantId, { providerId: ana.id })
      : await joinAs(api, centre, { roles: ['THERAPIST', 'SUPERVISOR'], providerId: ana.id })
  const broken = { childId: child.id, reason: 'A seizure in the waiting room.' }
  const grant = await caller.post<Resource>('/v1/break-glass-grants', broken)
  expect(grant.status, grant.text).toBe(201)
  const seesChild = async (by: Caller) => (await by.get(`/v1/children/${child.id}`)).status === 200
  expect(await seesChild(caller)).toBe(true)
  const endGlass = async () => {
    const ended = await caller.post(`/v1/break-glass-grants/${grant.body.id}/end`)
    expect(ended.status).toBe(200)
  }
  return { centre, locationId, ana, ben, own, child, caller, seesChild, endGlass }
}

type World = Awaited<ReturnType<typeof brokenGlass>>

const sessionOf = (childId: string, providerId: string, more = {}) => ({
  childId,
  providerId,
  startedAt: '2026-11-20T09:00:00Z',
  endedAt: '2026-11-20T09:45:00Z',
  ...more,
})

const bookingOf = (childId: string, providerId: string, startsAt = AT) => ({
  childId,
  providerId,
  type: 'THERAPY_SESSION',
  startsAt,
})

/** Writes allowed with break-glass access, which count for nobody's caseload. */
const MARKED: Record<string, (world: World, providerId: string) => Promise<Resource>> = {
  'a session': ({ caller, child }, providerId) =>
    create(caller as ApiClient, '/v1/sessions', sessionOf(child.id, providerId)),
  'an appointment': ({ caller, child }, providerId) =>
    create(caller as ApiClient, '/v1/appointments', bookingOf(child.id, providerId)),
  'an appointment by a hold': async ({ caller, child }, providerId) => {
    const booking = bookingOf(child.id, providerId)
    const hold = await create(caller as ApiClient, '/v1/holds', booking)
    return create(caller as ApiClient, '/v1/appointments', { ...booking, holdId: hold.id })
  },
}

describe.each(['PERSON', 'KEY'] as const)('a %s with break-glass access', (as) => {
  test.each(Object.keys(MARKED))('keeps no child by %s', async (name) => {
    const world = await brokenGlass(as)
    await MARKED[name]!(world, world.ana.id)
    await world.endGlass()
    expect(await world.seesChild(world.caller)).toBe(false)
  })

  test.each(Object.keys(MARKED))('passes no child on by %s', async (name) => {
    const world = await brokenGlass(as)
    const cara = await newProvider(world.centre, { locationIds: [world.locationId] })
    await MARKED[name]!(world, cara.id)
    const asCara = await api.createClient(world.centre.tenantId, { providerId: cara.id })
    expect(await world.seesChild(asCara)).toBe(false)
  })
})

/** Writes that decide who sees a child, refused with break-glass access. */
const REFUSED: Record<string, (world: World) => Promise<readonly [string, object]>> = {
  'member of the care team': async ({ child, ana }) => [
    '/v1/care-team-members',
    { childId: child.id, providerId: ana.id, role: 'THERAPIST' },
  ],
  'coordinator of a program': async ({ child, ana }) => [
    '/v1/early-intervention-programs',
    { childId: child.id, referralReceivedOn: '2026-10-05', serviceCoordinatorId: ana.id },
  ],
  series: async ({ child, ana }) => [
    '/v1/series',
    {
      childId: child.id,
      providerId: ana.id,
      type: 'THERAPY_SESSION',
      startsOn: '2026-12-01',
      startTime: '10:00',
      rule: 'FREQ=WEEKLY;COUNT=4',
    },
  ],
  'waitlist entry': async ({ centre, child, locationId }) => [
    '/v1/waitlist-entries',
    {
      childId: child.id,
      serviceIds: [(await newService(centre, { code: 'OTHER' })).id],
      locationIds: [locationId],
    },
  ],
  'waitlist entry of a group': async ({ centre, ana, child, locationId }) => {
    const service = await newService(centre, { code: 'GROUP', capacity: 2 })
    const group = await create(centre, '/v1/group-appointments', {
      serviceId: service.id,
      providerId: ana.id,
      locationId,
      startsAt: AT,
    })
    for (const { id: childId } of [await newChild(centre), await newChild(centre)])
      await create(centre, `/v1/group-appointments/${group.id}/attendees`, { childId })
    return [`/v1/group-appointments/${group.id}/waitlist-entries`, { childId: child.id }]
  },
  'assessment schedule': async ({ centre, child, locationId }) => {
    const scores = [{ key: 'talk', label: 'Talks' }]
    const instrument = await create(centre, '/v1/assessment-instruments', { name: 'A', scores })
    const instrumentId = instrument.id
    return [
      '/v1/assessment-schedules',
      {
        childId: child.id,
        instrumentId,
        timing: 'EVERY',
        startsOn: '2026-12-01',
        months: 6,
        locationId,
      },
    ]
  },
  'merge into an own child': async ({ own, child }) => [
    `/v1/children/${own.id}/merge`,
    { duplicateId: child.id },
  ],
  'merge of an own child': async ({ own, child }) => [
    `/v1/children/${child.id}/merge`,
    { duplicateId: own.id },
  ],
}

const BY_GLASS = [403, 'insufficient_scope']

test.each(Object.keys(REFUSED))('a key with break-glass access cannot create %s', async (name) => {
  const world = await brokenGlass('KEY')
  const [path, body] = await REFUSED[name]!(world)
  const answer = await world.caller.post(path, body)
  expect([...refusal(answer), answer.text.includes('break-glass access')]).toEqual([
    ...BY_GLASS,
    true,
  ])
})

test('a key with break-glass access cannot change who sees the child', async () => {
  const { caller, child, ana, locationId } = await brokenGlass('KEY')
  for (const patch of [{ primaryProviderId: ana.id }, { locationId }])
    expect(refusal(await caller.patch(`/v1/children/${child.id}`, patch))).toEqual(BY_GLASS)
  const alerts = { alerts: [{ kind: 'MEDICAL', text: 'Seizures.' }] }
  expect((await caller.patch(`/v1/children/${child.id}`, alerts)).status).toBe(200)
})

describe('an appointment booked with break-glass access', () => {
  test('counts after it is moved by a person who sees the child', async () => {
    const world = await brokenGlass()
    const { id } = await MARKED['an appointment']!(world, world.ana.id)
    await world.endGlass()
    const startsAt = '2026-12-02T10:00:00+01:00'
    const moved = await world.centre.post(`/v1/appointments/${id}/reschedule`, { startsAt })
    expect(moved.status, moved.text).toBe(200)
    expect(await world.seesChild(world.caller)).toBe(true)
  })

  test('creates no session that counts', async () => {
    const world = await brokenGlass()
    const { id } = await MARKED['an appointment']!(world, world.ana.id)
    await world.endGlass()
    const before = api.clock.now()
    try {
      api.clock.set(AT)
      const centre = await api.createClient(world.centre.tenantId)
      for (const verb of ['check-in', 'start', 'complete'])
        expect((await centre.post(`/v1/appointments/${id}/${verb}`)).status).toBe(200)
      const sessions = await centre.get<Page>(`/v1/sessions?childId=${world.child.id}`)
      expect(sessions.body.data).toHaveLength(1)
      const asAna = await api.createClient(centre.tenantId, { providerId: world.ana.id })
      expect(await world.seesChild(asAna)).toBe(false)
    } finally {
      api.clock.set(before)
    }
  })

  test.each(['the provider', 'the centre'])(
    'stays when %s moves a group that the child joined',
    async (mover) => {
      const world = await brokenGlass()
      const { centre, child, caller, ana, locationId } = world
      const { id: serviceId } = await newService(centre, { code: 'GROUP', capacity: 2 })
      const group = { serviceId, providerId: ana.id, locationId, startsAt: AT }
      const { id } = await create(centre, '/v1/group-appointments', group)
      const place = { childId: child.id }
      await create(caller as ApiClient, `/v1/group-appointments/${id}/attendees`, place)
      await world.endGlass()
      expect(await world.seesChild(caller)).toBe(false)
      const moved = await (mover === 'the centre' ? centre : caller).post(
        `/v1/group-appointments/${id}/reschedule`,
        { startsAt: '2026-12-02T10:00:00+01:00' },
      )
      expect(moved.status, moved.text).toBe(200)
      expect(await world.seesChild(caller)).toBe(false)
    },
  )

  test('does not end an existing caseload of the provider', async () => {
    const world = await brokenGlass()
    const { centre, child, caller } = world
    const cara = await newProvider(centre, { locationIds: [world.locationId] })
    const { id } = await create(centre, '/v1/appointments', bookingOf(child.id, cara.id))
    const asCara = await api.createClient(centre.tenantId, { providerId: cara.id })
    expect(await world.seesChild(asCara)).toBe(true)
    const startsAt = '2026-12-02T10:00:00+01:00'
    expect((await caller.post(`/v1/appointments/${id}/reschedule`, { startsAt })).status).toBe(200)
    expect(await world.seesChild(asCara)).toBe(true)
    const toAna = { startsAt, providerId: world.ana.id }
    expect((await caller.post(`/v1/appointments/${id}/reschedule`, toAna)).status).toBe(200)
    await world.endGlass()
    expect(await world.seesChild(caller)).toBe(false)
  })
})

test('every table that decides who sees a child is marked, or closed to break-glass access', async () => {
  const rows = await api.query<{ source: string }>(SOURCES)
  expect(rows).toHaveLength(2)
  const tables = new Set(
    rows.flatMap(({ source }) => [...source.matchAll(/public\.(\w+)/g)].map(([, table]) => table!)),
  )
  for (const table of ['processing_restrictions', 'break_glass_grants']) tables.delete(table)
  const guarded = await api.query<{ table: string }>(GUARDED)
  expect(tables.size).toBeGreaterThan(7)
  expect([...tables].filter((it) => !guarded.some(({ table }) => table === it))).toEqual([])
})

const SOURCES = `SELECT prosrc AS source FROM pg_proc
  WHERE proname IN ('caseload_of', 'clients_of') AND pronamespace = 'therapy'::regnamespace`

const GUARDED = `SELECT tgrelid::regclass::text AS "table" FROM pg_trigger
  WHERE tgname IN ('mark_by_glass_new', 'closed_to_glass_new')`
