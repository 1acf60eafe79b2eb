import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { carryOutDischarge } from '#records/discharges/carry-out-discharge.ts'
import { carryOutSeries } from '#scheduling/series/carry-out-series.ts'
import type { Discharge, DischargeItem, DischargeOutcome } from '#records/discharges/schemas.ts'
import { createWorld, type World } from '../../contract/world.ts'
import { refusal } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** What a discharge ends, and what it refuses from then on. The test runs the rounds of the workflow itself. */

let api: TestApi
let client: ApiClient
let world: World
beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  world = createWorld(api, client)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const REASON = { reason: 'GOALS_MET' }

const context = () =>
  systemContext(api.services.platform, { tenantId: client.tenantId, action: 'carryOutDischarge' })

/** Ends what is due; returns when the next items are. */
const carryOut = async (id: string): Promise<string | null> => {
  for (;;) {
    const { left, dueAt } = await carryOutDischarge(context(), { id })
    if (!left) return dueAt
  }
}

const discharge = async (childId: unknown, body: object = REASON) => {
  const path = `/v1/children/${String(childId)}/discharge`
  const { status, body: made, text } = await client.post<DischargeOutcome>(path, body)
  expect(status, text).toBe(200)
  return { ...made, id: made.id! }
}
const preview = async (childId: unknown, body: object = REASON) => {
  const path = `/v1/children/${String(childId)}/discharge?dryRun=true`
  const { status, body: shown, text } = await client.post<DischargeOutcome>(path, body)
  expect(status, text).toBe(200)
  return shown
}
const itemsOf = async (id: string) =>
  (await client.get<{ data: DischargeItem[] }>(`/v1/discharges/${id}/items?limit=100`)).body.data
const read = async (id: string) => (await client.get<Discharge>(`/v1/discharges/${id}`)).body
const statusOf = async (path: string) => (await client.get<{ status: string }>(path)).body.status

const booked = async (childId: unknown, startsAt: string) =>
  world.make('/v1/appointments', {
    ...(await world.booking()),
    childId,
    startsAt,
  })

const comparable = (items: readonly DischargeOutcome['items'][number][]) =>
  items.map(({ kind, recordId, result, code, startsAt, fee, consequences, left }) => ({
    kind,
    recordId,
    result,
    code,
    startsAt,
    fee,
    consequences,
    left,
  }))

/** A child with one record of each kind that a discharge ends or shows. */
const childWithEverything = async () => {
  const { id: childId } = await world.child({ birthDate: '2025-04-30' })
  const of = { childId }
  await booked(childId, '2026-12-01T10:00:00+01:00')
  const entry = await world.make('/v1/waitlist-entries', {
    ...of,
    serviceIds: [(await world.service()).id],
  })
  const hold = await world.make('/v1/holds', {
    ...(await world.booking()),
    ...of,
    startsAt: '2026-12-02T10:00:00+01:00',
  })
  const series = await world.make('/v1/series', {
    ...of,
    providerId: (await world.provider()).id,
    serviceId: (await world.service()).id,
    startsOn: '2026-12-08',
    startTime: '10:00',
    rule: 'FREQ=WEEKLY;COUNT=3',
  })
  const program = await world.make('/v1/early-intervention-programs', {
    ...of,
    referralReceivedOn: '2026-10-05',
  })
  const cycle = await world.make('/v1/treatment-cycles', {
    ...(await world.newTreatmentCycle()),
    ...of,
  })
  const form = await world.make('/v1/form-responses', {
    ...of,
    templateId: (await world.formTemplate()).id,
  })
  const goal = await world.make('/v1/goals', { ...(await world.newGoal()), ...of })
  return { childId, entry, hold, series, program, cycle, form, goal }
}

describe('a discharge', () => {
  test('shows what it ends, and ends it in the same way', async () => {
    const child = await childWithEverything()
    const shown = await preview(child.childId)
    expect(shown).toMatchObject({ dryRun: true, id: null, summaryTaskId: null })
    const listed = await client.get<{ data: [] }>(`/v1/discharges?childId=${child.childId}`)
    expect(listed.body.data).toEqual([])
    expect(await statusOf(`/v1/waitlist-entries/${child.entry.id}`)).toBe('WAITING')

    const made = await discharge(child.childId)
    expect(made).toMatchObject({ status: 'ENDING', dryRun: false })
    expect(await carryOut(made.id)).toBeNull()

    const items = await itemsOf(made.id)
    expect(comparable(items)).toEqual(comparable(shown.items))
    expect(items.map(({ kind, result }) => `${kind} ${result}`)).toEqual([
      'WAITLIST_ENTRY ENDED',
      'HOLD ENDED',
      'APPOINTMENT ENDED',
      'SERIES ENDED',
      'PROGRAM ENDED',
      'TREATMENT_CYCLE ENDED',
      'FORM_RESPONSE ENDED',
      'GOAL ENDED',
    ])
    expect(await read(made.id)).toMatchObject({
      status: 'ENDED',
      progress: { total: 8, pending: 0, ended: 8, refused: 0 },
    })
    expect(await statusOf(`/v1/waitlist-entries/${child.entry.id}`)).toBe('CANCELLED')
    expect(await statusOf(`/v1/early-intervention-programs/${child.program.id}`)).toBe('CLOSED')
    expect(await statusOf(`/v1/form-responses/${child.form.id}`)).toBe('CANCELLED')
    expect(await statusOf(`/v1/goals/${child.goal.id}`)).toBe('ON_HOLD')
    const events = await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE subject_id = $1 AND kind = 'event' ORDER BY created_at, id`,
      [child.childId],
    )
    expect(events.map(({ type }) => type).filter((type) => type.startsWith('child.disch'))).toEqual(
      ['child.discharged', 'child.discharge_completed'],
    )
    // Then the child can be archived.
    while ((await carryOutSeries(context(), { id: child.series.id })).left);
    const { status } = await client.post(`/v1/children/${child.childId}/archive`)
    expect(status).toBe(200)
  })

  test('shows how a paid visit is refunded, and refunds it so', async () => {
    const visit = await world.appointment()
    const order = await world.make('/v1/orders', {
      appointmentId: visit.id,
      payerId: (await world.payer()).id,
    })
    await world.capturedPayment(order.id)
    const shown = await preview(visit['childId'])
    expect(shown.items).toMatchObject([
      { kind: 'APPOINTMENT', consequences: [{ step: expect.any(String), amount: 9500 }] },
    ])
    const made = await discharge(visit['childId'])
    await carryOut(made.id)
    expect(comparable(await itemsOf(made.id))).toEqual(comparable(shown.items))
  })

  test('of another centre’s child is not found, and a key of a provider is refused', async () => {
    const { childId } = await world.appointment()
    const path = `/v1/children/${String(childId)}/discharge`
    const other = await api.createTenant()
    expect(refusal(await other.post(path, REASON))).toEqual([404, 'not_found'])
    const { id: providerId } = await world.provider()
    const bound = await api.createClient(client.tenantId, { providerId })
    expect(refusal(await bound.post(path, REASON))).toEqual([403, 'insufficient_scope'])
  })

  test('keeps the visits until the last day, and ends the rest when care ends', async () => {
    const { childId } = await world.appointment()
    const late = await booked(childId, '2026-12-04T10:00:00+01:00')
    const cycle = await world.make('/v1/treatment-cycles', {
      ...(await world.newTreatmentCycle()),
      childId,
    })
    const made = await discharge(childId, { ...REASON, effectiveOn: '2026-12-01' })
    const dueAt = await carryOut(made.id)
    expect(dueAt).toBe(made.endsAt)
    const items = await itemsOf(made.id)
    expect(items.map(({ kind, result }) => `${kind} ${result}`)).toEqual([
      'APPOINTMENT ENDED',
      'TREATMENT_CYCLE PENDING',
    ])
    expect(await statusOf(`/v1/appointments/${late.id}`)).toBe('CANCELLED')
    expect(await statusOf(`/v1/treatment-cycles/${cycle.id}`)).toBe('ACTIVE')

    const today = api.clock.now()
    api.clock.set(made.endsAt)
    expect(await carryOut(made.id)).toBeNull()
    api.clock.set(today)
    expect(await statusOf(`/v1/treatment-cycles/${cycle.id}`)).toBe('CLOSED')
    expect(await read(made.id)).toMatchObject({ status: 'ENDED' })
  })

  test('is refused twice, and so is what would begin after it', async () => {
    const { childId } = await world.appointment()
    const [first, second] = await Promise.all(
      [1, 2].map(() => client.post(`/v1/children/${String(childId)}/discharge`, REASON)),
    )
    expect(new Set([first!.status, second!.status])).toEqual(new Set([200, 409]))
    const refused = first!.status === 409 ? first! : second!
    expect(refusal(refused)).toEqual([409, 'child_discharged'])

    const { id: serviceId } = await world.service()
    const of = { childId }
    const attempts: [path: string, body: object][] = [
      ['/v1/appointments', { ...(await world.booking()), ...of }],
      ['/v1/holds', { ...(await world.booking()), ...of }],
      [
        '/v1/series',
        {
          ...of,
          providerId: (await world.provider()).id,
          serviceId,
          startsOn: '2026-12-08',
          startTime: '10:00',
          rule: 'FREQ=WEEKLY;COUNT=3',
        },
      ],
      ['/v1/waitlist-entries', { ...of, serviceIds: [serviceId] }],
      ['/v1/early-intervention-programs', { ...of, referralReceivedOn: '2021-06-01' }],
      [
        '/v1/treatment-cycles',
        {
          ...(await world.newTreatmentCycle()),
          ...of,
        },
      ],
    ]
    for (const [path, body] of attempts)
      expect([path, ...refusal(await client.post(path, body))]).toEqual([
        path,
        409,
        'child_discharged',
      ])
  })

  test('waits for a booking that is being written, and refuses the next', async () => {
    const { childId } = await world.appointment()
    const bookings = await Promise.all([1, 2, 3, 4, 5, 6].map(() => world.booking()))
    const racing = bookings.map((booking, index) =>
      client.post<{ id: string }>('/v1/appointments', {
        ...booking,
        childId,
        startsAt: `2026-12-0${index + 2}T14:00:00+01:00`,
      }),
    )
    const [made, ...answers] = await Promise.all([discharge(childId), ...racing])
    await carryOut(made.id)
    for (const { status, body } of answers)
      if (status === 201) expect(await statusOf(`/v1/appointments/${body.id}`)).toBe('CANCELLED')
      else expect(refusal({ status, body })).toEqual([409, 'child_discharged'])
  })

  test('lets the last visits move, but not beyond the end of care', async () => {
    const visit = await world.appointment()
    await discharge(visit['childId'], { ...REASON, effectiveOn: '2026-12-01' })
    const move = (startsAt: string) =>
      client.post(`/v1/appointments/${visit.id}/reschedule`, { startsAt })
    expect((await move('2026-12-01T15:00:00+01:00')).status).toBe(200)
    expect(refusal(await move('2026-12-02T15:00:00+01:00'))).toEqual([409, 'child_discharged'])
  })

  test('asks for the summary, and for a payout only on request', async () => {
    const { childId } = await world.appointment()
    const made = await discharge(childId, { ...REASON, credit: 'REFUND_REQUESTED' })
    const tasks = (
      await client.get<{ data: { id: string; title: string; assigneeId: string | null }[] }>(
        `/v1/tasks?childId=${String(childId)}`,
      )
    ).body.data
    expect(tasks.map(({ id, title }) => ({ id, title }))).toEqual([
      { id: made.summaryTaskId, title: 'Write the discharge summary' },
    ])
  })

  test('is ended by a readmission, which begins nothing again', async () => {
    const visit = await world.appointment()
    const childId = visit['childId']
    const path = `/v1/children/${String(childId)}/readmit`
    const reason = { reason: 'The family has moved back' }
    expect(refusal(await client.post(path, reason))).toEqual([409, 'invalid_transition'])
    const made = await discharge(childId)
    await carryOut(made.id)
    const { status, body } = await client.post<DischargeOutcome>(path, reason)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'READMITTED', readmitReason: reason.reason })
    expect(body.items).toMatchObject([
      { kind: 'APPOINTMENT', result: 'ENDED', beginAgain: 'POST /v1/appointments' },
    ])
    const child = await client.get<{ dischargedAt: string | null }>(
      `/v1/children/${String(childId)}`,
    )
    expect(child.body.dischargedAt).toBeNull()
    expect(await statusOf(`/v1/appointments/${visit.id}`)).toBe('CANCELLED')
    const again = await booked(childId, '2026-12-03T10:00:00+01:00')
    expect(again['status']).toBe('CONFIRMED')
    // A later discharge is another record.
    const second = await discharge(childId)
    const listed = await client.get<{ data: Discharge[] }>(
      `/v1/discharges?childId=${String(childId)}`,
    )
    expect(listed.body.data.map(({ id }) => id)).toEqual([second.id, made.id])
  })

  test('that is taken back early leaves what is pending', async () => {
    const visit = await world.appointment()
    const made = await discharge(visit['childId'])
    const path = `/v1/children/${String(visit['childId'])}/readmit`
    await client.post(path, { reason: 'A mistake' })
    expect(await carryOut(made.id)).toBeNull()
    expect(await itemsOf(made.id)).toMatchObject([{ result: 'NOT_NEEDED', code: 'readmitted' }])
    expect(await statusOf(`/v1/appointments/${visit.id}`)).toBe('CONFIRMED')
  })
})
