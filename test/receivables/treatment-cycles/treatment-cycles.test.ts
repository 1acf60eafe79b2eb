import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import type { TreatmentCycle } from '#receivables/treatment-cycles/schemas.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

interface Clinic {
  client: ApiClient
  childId: string
  providerId: string
}

const openClinic = async (): Promise<Clinic> => {
  const client = await api.createTenant()
  const { id: locationId } = await newLocation(client)
  const { id: providerId } = await newProvider(client, {
    locationIds: [locationId],
    email: 'ana@example.org',
  })
  const { id: childId } = await newChild(client, { primaryProviderId: providerId })
  return { client, childId, providerId }
}

const newCycle = async ({ client, childId }: Clinic, more: object = {}) =>
  (await create(client, '/v1/treatment-cycles', {
    childId,
    payer: 'Public insurance',
    authorized: 10,
    startsOn: '2026-09-01',
    endsOn: '2027-02-28',
    ...more,
  })) as unknown as TreatmentCycle

const get = async ({ client }: Clinic, { id }: { id: string }) =>
  (await client.get<TreatmentCycle>(`/v1/treatment-cycles/${id}`)).body

/** A completed session of 45 minutes on a day of November. */
const session = ({ client, childId, providerId }: Clinic, day: number, more: object = {}) => {
  const date = `2026-11-${String(day).padStart(2, '0')}`
  return create(client, '/v1/sessions', {
    childId,
    providerId,
    startedAt: `${date}T10:00:00+01:00`,
    endedAt: `${date}T10:45:00+01:00`,
    ...more,
  })
}

const sessions = async (clinic: Clinic, count: number, from = 1) => {
  const made = []
  for (let day = from; day < from + count; day += 1) made.push(await session(clinic, day))
  return made
}

/** Runs the due steps of its follow-up now, each twice. */
const carryOut = async ({ client }: Clinic, { id: subjectId }: { id: string }) => {
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'runStep' })
  const ref = { kind: 'treatmentCycle', subjectId } as const
  const steps: string[] = []
  for (;;) {
    const { next } = await planSteps(ctx, ref)
    if (!next || new Date(next.dueAt) > ctx.platform.clock.now()) return steps
    const step = { ...ref, step: next.step, dueAt: new Date(next.dueAt) }
    const outcome = await runStep(ctx, step)
    steps.push(`${next.step} ${outcome?.status}`)
    expect(await runStep(ctx, step)).toBeNull()
  }
}

const eventsOf = async ({ client }: Clinic) => {
  const rows = await api.query<{ type: string; payload: { threshold?: number } }>(
    `SELECT type, payload FROM outbox WHERE kind = 'event' AND tenant_id = $1
       AND type LIKE 'treatment_cycle.%' AND type <> 'treatment_cycle.created' ORDER BY seq`,
    [client.tenantId],
  )
  return rows.map(({ type, payload }) =>
    [type.split('.')[1], payload.threshold].filter(Boolean).join(' '),
  )
}

const mailsOf = async ({ client }: Clinic, { id }: { id: string }) =>
  (await client.get<Page>(`/v1/messages?subjectId=${id}`)).body.data.map(({ step }) => step)

describe('usage', () => {
  test('counts billable sessions that took place in the period', async () => {
    const clinic = await openClinic()
    await session(clinic, 2)
    const cycle = await newCycle(clinic)
    expect(cycle).toMatchObject({ used: 1, remaining: 9, usedPercent: 10, status: 'ACTIVE' })
    await session(clinic, 3, { attendance: 'LATE' })
    await session(clinic, 4, { attendance: 'ABSENT' })
    await session(clinic, 5, { billable: false })
    await session(clinic, 6, { endedAt: null })
    // The last minute before the period and its first, in the centre's time zone.
    await session(clinic, 7, {
      startedAt: '2026-08-31T23:59:00+02:00',
      endedAt: '2026-09-01T00:30:00+02:00',
    })
    expect(await get(clinic, cycle)).toMatchObject({ used: 2 })
    await session(clinic, 8, {
      startedAt: '2026-09-01T00:00:00+02:00',
      endedAt: '2026-09-01T00:30:00+02:00',
    })
    expect(await get(clinic, cycle)).toMatchObject({ used: 3 })
  })

  test('follows changes of a session', async () => {
    const clinic = await openClinic()
    const cycle = await newCycle(clinic)
    const { id } = await session(clinic, 2)
    const usedAfter = async (patch: object) => {
      await clinic.client.patch(`/v1/sessions/${id}`, patch)
      return (await get(clinic, cycle)).used
    }
    expect(await usedAfter({ attendance: 'ABSENT' })).toBe(0)
    expect(await usedAfter({ attendance: 'ATTENDED' })).toBe(1)
    expect(await usedAfter({ billable: false })).toBe(0)
  })

  test('in units uses the billed units, computed or manual', async () => {
    const clinic = await openClinic()
    const { client, childId, providerId } = clinic
    const rule = { unitRule: 'CMS_8_MINUTE' }
    const { id: serviceId } = await newService(client, rule)
    const cycle = await newCycle(clinic, { measure: 'UNITS', authorized: 40 })
    const { id } = await session(clinic, 10, { serviceId })
    expect((await get(clinic, cycle)).used).toBe(3)
    await client.patch(`/v1/sessions/${id}`, { billableUnits: 5 })
    expect((await get(clinic, cycle)).used).toBe(5)
    await session(clinic, 11)
    expect((await get(clinic, cycle)).used).toBe(6)
    await create(client, '/v1/appointments', {
      childId,
      providerId,
      serviceId,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-01T10:00:00+01:00',
    })
    expect(await get(clinic, cycle)).toMatchObject({ used: 6, booked: 3 })
  })

  test('counts a completed appointment, returns it on undo, and shows booked ones before', async () => {
    const clinic = await openClinic()
    const { client, childId, providerId } = clinic
    const { id: serviceId } = await newService(client)
    const cycle = await newCycle(clinic, { serviceId })
    const rest = await newCycle(clinic)
    const counts = async () => {
      const [own, other] = [await get(clinic, cycle), await get(clinic, rest)]
      return [own.used, own.booked, other.used, other.booked]
    }
    const { id } = await create(client, '/v1/appointments', {
      childId,
      providerId,
      serviceId,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-01T10:00:00+01:00',
    })
    expect(await counts()).toEqual([0, 1, 0, 0])
    const verb = (name: string, body?: object) =>
      client.post(`/v1/appointments/${id}/${name}`, body)
    await verb('check-in')
    await verb('complete')
    expect(await counts()).toEqual([1, 0, 0, 0])
    await verb('undo')
    expect(await counts()).toEqual([0, 1, 0, 0])
    await verb('complete')
    await verb('mark-in-error', { reason: 'Another child.' })
    expect(await counts()).toEqual([0, 0, 0, 0])
    await session(clinic, 5)
    expect(await counts()).toEqual([0, 0, 1, 0])
  })

  test('is counted by one cycle, because periods of a child and service do not overlap', async () => {
    const clinic = await openClinic()
    const { id } = await newCycle(clinic)
    const again = (more: object) =>
      clinic.client.post('/v1/treatment-cycles', {
        childId: clinic.childId,
        payer: 'Another',
        authorized: 5,
        ...more,
      })
    expect(refusal(await again({ startsOn: '2027-02-28', endsOn: '2027-03-31' }))).toEqual([
      409,
      'authorization_overlaps',
    ])
    expect(refusal(await again({ startsOn: '2027-03-01', endsOn: '2027-02-28' }))).toEqual([
      400,
      'validation_failed',
      'endsOn: inverted_range',
    ])
    const next = await again({ startsOn: '2027-03-01', endsOn: '2027-03-31' })
    expect(next.status).toBe(201)
    const longer = { endsOn: '2027-03-01' }
    expect(refusal(await clinic.client.patch(`/v1/treatment-cycles/${id}`, longer))).toEqual([
      409,
      'authorization_overlaps',
    ])
    expect(await get(clinic, { id })).toMatchObject({
      renewedById: (next.body as { id: string }).id,
    })
    await clinic.client.post(`/v1/treatment-cycles/${id}/close`, { reason: 'Another payer.' })
    expect((await again({ startsOn: '2026-09-01', endsOn: '2027-02-28' })).status).toBe(201)
    expect(
      refusal(await clinic.client.patch(`/v1/treatment-cycles/${id}`, { authorized: 5 })),
    ).toEqual([409, 'invalid_transition'])
  })

  test('moves with a merged child', async () => {
    const clinic = await openClinic()
    const cycle = await newCycle(clinic)
    const { id: duplicateId } = await newChild(clinic.client)
    await sessions({ ...clinic, childId: duplicateId }, 3)
    expect((await get(clinic, cycle)).used).toBe(0)
    const merge = await clinic.client.post<{ id: string }>(`/v1/children/${clinic.childId}/merge`, {
      duplicateId,
    })
    expect((await get(clinic, cycle)).used).toBe(3)
    await clinic.client.post(`/v1/child-merges/${merge.body.id}/reverse`)
    expect((await get(clinic, cycle)).used).toBe(0)
  })

  test('counts simultaneous sessions completely', async () => {
    const clinic = await openClinic()
    const cycle = await newCycle(clinic, { authorized: 100 })
    const days = Array.from({ length: 12 }, (_, index) => index + 1)
    await Promise.all(days.map((day) => session(clinic, day)))
    expect((await get(clinic, cycle)).used).toBe(12)
  })
})

describe('warnings', () => {
  test('are sent once per crossing, and again after corrections', async () => {
    const clinic = await openClinic()
    const cycle = await newCycle(clinic)
    await sessions(clinic, 7)
    expect(await carryOut(clinic, cycle)).toEqual([])
    const [eighth] = await sessions(clinic, 1, 8)
    expect(await carryOut(clinic, cycle)).toEqual(['warning-80 DONE'])
    expect(await carryOut(clinic, cycle)).toEqual([])
    await sessions(clinic, 1, 9)
    expect(await carryOut(clinic, cycle)).toEqual(['warning-90 DONE', 'renewal DONE'])
    expect(await eventsOf(clinic)).toEqual([
      'threshold_reached 80',
      'threshold_reached 90',
      'renewal_due',
    ])
    expect(await mailsOf(clinic, cycle)).toEqual(['renewal', 'warning-90', 'warning-80'])

    // A larger authorization, also used up to 80 %.
    await clinic.client.patch(`/v1/treatment-cycles/${cycle.id}`, { authorized: 12 })
    expect(await carryOut(clinic, cycle)).toEqual([])
    expect(await get(clinic, cycle)).toMatchObject({ usedPercent: 75, actionReasons: [] })
    await sessions(clinic, 1, 10)
    expect(await carryOut(clinic, cycle)).toEqual(['warning-80 DONE'])
    // One session is undone and another replaces it.
    await clinic.client.patch(`/v1/sessions/${eighth!.id}`, { attendance: 'ABSENT' })
    expect(await carryOut(clinic, cycle)).toEqual([])
    await sessions(clinic, 1, 11)
    expect(await carryOut(clinic, cycle)).toEqual(['warning-80 DONE'])
    expect((await eventsOf(clinic)).slice(3)).toEqual([
      'threshold_reached 80',
      'threshold_reached 80',
    ])
    const { data } = (await clinic.client.get<Page>(`/v1/follow-ups?subjectId=${cycle.id}`)).body
    const steps = data[0]!['steps'] as { step: string }[]
    expect(steps.map(({ step }) => step)).toEqual(
      expect.arrayContaining([
        'warning-80',
        'warning-80.1',
        'warning-80.2',
        'renewal.1',
        'renewal',
      ]),
    )
  })

  test('past both thresholds are two events and one e-mail', async () => {
    const clinic = await openClinic()
    await sessions(clinic, 10)
    const cycle = await newCycle(clinic)
    expect(await carryOut(clinic, cycle)).toEqual([
      'warning-80 DONE',
      'warning-90 DONE',
      'renewal DONE',
    ])
    expect(await mailsOf(clinic, cycle)).toEqual(['renewal', 'warning-90'])
  })

  test('for the renewal need attention before the end, unless it was renewed', async () => {
    const clinic = await openClinic()
    const cycle = await newCycle(clinic, { endsOn: '2026-12-10', renewalLeadDays: 30 })
    expect(await carryOut(clinic, cycle)).toEqual(['renewal DONE'])
    const { data } = (await clinic.client.get<Page>(`/v1/follow-ups?subjectId=${cycle.id}`)).body
    expect(data[0]!['steps']).toContainEqual(
      expect.objectContaining({
        step: 'renewal',
        actionRequired: 'ask the payer for the next authorization before 2026-12-10',
      }),
    )
    await newCycle(clinic, { startsOn: '2026-12-11', endsOn: '2027-06-30' })
    expect(await carryOut(clinic, cycle)).toEqual([])
    const { body } = await clinic.client.get<Page>(
      `/v1/follow-ups?subjectId=${cycle.id}&actionRequired=true`,
    )
    expect(body.data).toEqual([])
    const other = { ...clinic, childId: (await newChild(clinic.client)).id }
    const renewed = await newCycle(other, { endsOn: '2026-12-10', renewalLeadDays: 30 })
    await newCycle(other, { startsOn: '2026-12-11', endsOn: '2027-06-30' })
    expect(await carryOut(other, renewed)).toEqual([])
    expect(await get(other, renewed)).toMatchObject({ actionReasons: [] })
  })

  test('are not sent for an archived child', async () => {
    const clinic = await openClinic()
    await sessions(clinic, 10)
    const cycle = await newCycle(clinic)
    // From a release that archived children with open cycles.
    const archive = (at: string | null) =>
      api.query('UPDATE children SET archived_at = $2 WHERE id = $1', [clinic.childId, at])
    await archive('2026-11-20T09:00:00Z')
    expect(await carryOut(clinic, cycle)).toEqual([])
    await archive(null)
    expect(await carryOut(clinic, cycle)).toHaveLength(3)
  })
})

test('put cycles that are nearly used up or end soon first in the list', async () => {
  const clinic = await openClinic()
  const of = async (count: number, more: object = {}) => {
    const other = { ...clinic, childId: (await newChild(clinic.client)).id }
    const cycle = await newCycle(other, more)
    await sessions(other, count)
    return cycle.id
  }
  const nearly = await of(9)
  const ending = await of(1, { endsOn: '2026-12-01' })
  const fine = await of(3)
  await of(10, { startsOn: '2026-11-01', endsOn: '2026-11-20' })
  const list = async (query: string) =>
    (await clinic.client.get<Page>(`/v1/treatment-cycles?${query}`)).body.data
  expect((await list('sort=-usedPercent&status=ACTIVE')).map(({ id }) => id)).toEqual([
    nearly,
    fine,
    ending,
  ])
  const attention = await list('sort=endsOn&actionRequired=true')
  expect(attention.map(({ id, actionReasons: why }) => [id, why])).toEqual([
    [ending, ['ending']],
    [nearly, ['nearly_used_up']],
  ])
})
