import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  AppointmentAutomation,
  AutomationPreview,
} from '#scheduling/appointment-automation/schemas.ts'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import type { FollowUp, FollowUpStep } from '#messaging/follow-ups/schemas.ts'
import { upperSnake } from '#platform/core/records/upper-snake.ts'
import type { Order } from '#receivables/orders/schemas.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** Automatic changes of an appointment that nobody checks in or closes. */

const kind = 'appointmentLifecycle' as const
const AT = '2026-12-01T10:00:00+01:00'
const BEFORE = '2026-11-30T12:00:00+01:00'
const AFTER = '2026-12-01T10:31:00+01:00'

let api: TestApi
let client: ApiClient
let services = 0

beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

interface Page<Item> {
  data: Item[]
}

/** A separate centre with a policy that charges the whole price for a no-show. */
const openCentre = async () => {
  api.clock.set(BEFORE)
  client = await api.createTenant()
  const location = await newLocation(client)
  await create(client, '/v1/cancellation-policies', {
    name: 'Standard',
    windows: [],
    noShowFee: { percent: 100 },
  })
  return location
}
const at = async (instant: string) => {
  api.clock.set(instant)
  client = await api.createClient(client.tenantId)
}
const settings = (json: object) =>
  client.patch<AppointmentAutomation>('/v1/appointment-automation', json)
const booked = async (location: { id: string }, service: object = {}) => {
  const code = `SERVICE_${(services += 1)}`
  const { id: serviceId } = await newService(client, { code, ...service })
  return create(client, '/v1/appointments', {
    childId: (await newChild(client)).id,
    providerId: (await newProvider(client, { locationIds: [location.id] })).id,
    locationId: location.id,
    serviceId,
    type: 'THERAPY_SESSION',
    startsAt: AT,
  })
}
const ctx = () =>
  systemContext(api.services.platform, { tenantId: client.tenantId, action: 'runStep' })
const stepOf = async (subject: string, name: string): Promise<FollowUpStep> => {
  const { body } = await client.get<Page<FollowUp>>(
    `/v1/follow-ups?subjectId=${subject}&kind=${upperSnake(kind)}`,
  )
  return body.data[0]!.steps.find(({ step }) => step === name)!
}
const planned = (subjectId: string) => planSteps(ctx(), { kind, subjectId })
/** Runs the due steps in order. */
const carryOut = async (subjectId: string) => {
  for (let steps = 0; steps < 10; steps += 1) {
    const { next } = await planned(subjectId)
    if (!next || Date.parse(next.dueAt) > api.clock.now().getTime()) return
    await runStep(ctx(), { kind, subjectId, step: next.step, dueAt: new Date(next.dueAt) })
  }
  throw new Error('there is always something due')
}
const shown = async (id: string) => (await client.get<Appointment>(`/v1/appointments/${id}`)).body
const preview = async (id: string) =>
  (await client.get<AutomationPreview>(`/v1/appointments/${id}/automation`)).body
const ordersOf = async (id: string) =>
  (await client.get<Page<Order>>(`/v1/orders?appointmentId=${id}`)).body.data

describe('an appointment without a check-in', () => {
  test('is marked as a no-show without a fee, unless the centre decides otherwise', async () => {
    const location = await openCentre()
    const { body } = await client.get('/v1/appointment-automation')
    expect(body).toMatchObject({
      noShowMode: 'MARK',
      noShowGraceMinutes: 30,
      completionMode: 'MARK',
      completionDelayMinutes: 60,
    })
    const { id } = await booked(location)
    await planned(id)
    expect((await stepOf(id, 'no-show-check')).description).toContain('without a fee')
    expect((await preview(id)).noShow).toMatchObject({
      mode: 'MARK',
      dueAt: '2026-12-01T09:30:00.000Z',
      fee: { decision: 'NONE', amount: 0 },
    })
    await at(AFTER)
    await carryOut(id)
    expect(await shown(id)).toMatchObject({
      status: 'NO_SHOW',
      fee: { decision: 'NONE', amount: 0 },
    })
    expect(await ordersOf(id)).toEqual([])
  })

  test.each(['NO_SHOW', 'by hand'])(
    'does not change if automation is disabled (%s)',
    async (how) => {
      const location = await openCentre()
      await settings({ noShowMode: 'OFF' })
      const { id } = await booked(location)
      await planned(id)
      expect((await stepOf(id, 'no-show-check')).description).toMatch(/^nothing/)
      expect((await preview(id)).noShow).toMatchObject({ mode: 'OFF', dueAt: null, fee: null })
      await at(AFTER)
      await carryOut(id)
      expect((await shown(id)).status).toBe('CONFIRMED')
      expect(await stepOf(id, 'no-show-check')).toMatchObject({
        status: 'SKIPPED',
        actionRequired: null,
      })
      const verb = how === 'NO_SHOW' ? 'no-show' : 'complete'
      const json = how === 'NO_SHOW' ? { absentParty: 'CLIENT' } : undefined
      expect((await client.post(`/v1/appointments/${id}/${verb}`, json)).status).toBe(200)
    },
  )

  test('is charged immediately if the centre chose so, as previewed', async () => {
    const location = await openCentre()
    await settings({ noShowMode: 'MARK_AND_CHARGE' })
    const { id } = await booked(location)
    const { noShow } = await preview(id)
    expect(noShow.fee).toMatchObject({ decision: 'CHARGED', amount: 8500, orderId: null })
    expect(await ordersOf(id)).toEqual([])
    await at(AFTER)
    await carryOut(id)
    const { orderId: _, ...foreseen } = noShow.fee!
    expect((await shown(id)).fee).toMatchObject(foreseen)
    expect(await ordersOf(id)).toMatchObject([{ purpose: 'NO_SHOW_FEE', status: 'OPEN' }])
  })

  test('uses the rules of its service before those of the centre, as they are at that moment', async () => {
    const location = await openCentre()
    await settings({ noShowMode: 'MARK_AND_CHARGE' })
    const own = await booked(location, { noShowMode: 'OFF' })
    const longer = await booked(location, { noShowGraceMinutes: 45 })
    const { id } = await booked(location)
    for (const it of [own, longer]) await planned(it.id)
    await planned(id)
    expect((await stepOf(longer.id, 'no-show-check')).dueAt).toBe('2026-12-01T09:45:00.000Z')
    // Changed after it was planned and before a new plan.
    await at('2026-12-01T10:29:00+01:00')
    const { next } = await planned(id)
    await settings({ noShowMode: 'MARK', noShowGraceMinutes: 60 })
    await at(AFTER)
    await runStep(ctx(), { kind, subjectId: id, step: next!.step, dueAt: new Date(next!.dueAt) })
    expect((await shown(id)).status).toBe('CONFIRMED')
    await carryOut(id)
    expect(await stepOf(id, 'no-show-check')).toMatchObject({
      status: 'SCHEDULED',
      dueAt: '2026-12-01T10:00:00.000Z',
      description: expect.stringContaining('without a fee') as string,
    })
    await carryOut(own.id)
    expect((await shown(own.id)).status).toBe('CONFIRMED')
  })
})

describe('a proposed fee', () => {
  const proposed = async () => {
    const location = await openCentre()
    await settings({ noShowMode: 'MARK_AND_PROPOSE_FEE' })
    const { id } = await booked(location)
    expect((await preview(id)).noShow.fee).toMatchObject({ decision: 'PROPOSED', amount: 8500 })
    await create(client, '/v1/orders', { appointmentId: id })
    await at(AFTER)
    await carryOut(id)
    expect((await shown(id)).fee).toMatchObject({ decision: 'PROPOSED', amount: 8500 })
    expect(await ordersOf(id)).toMatchObject([{ purpose: 'SERVICE', status: 'OPEN' }])
    expect((await stepOf(id, 'no-show-check')).actionRequired).toMatch(/charge or waive/)
    return id
  }
  const settled = async (id: string) => {
    await planned(id)
    expect((await stepOf(id, 'no-show-check')).actionRequired).toBeNull()
    const open = await client.get<Page<FollowUp>>('/v1/follow-ups?actionRequired=true')
    expect(open.body.data).toEqual([])
  }

  test('is charged once by a person, in place of the order of the appointment', async () => {
    const id = await proposed()
    const charged = await client.post<Appointment>(`/v1/appointments/${id}/charge-fee`)
    expect(charged.body.fee).toMatchObject({ decision: 'CHARGED', amount: 8500 })
    const orders = (await ordersOf(id)).map(({ purpose, status }) => [purpose, status] as const)
    expect(Object.fromEntries(orders)).toEqual({ NO_SHOW_FEE: 'OPEN', SERVICE: 'CANCELLED' })
    await settled(id)
    expect(refusal(await client.post(`/v1/appointments/${id}/charge-fee`))).toEqual([
      409,
      'nothing_to_charge',
    ])
  })

  test('is not charged if the appointment was paid in the meantime', async () => {
    const id = await proposed()
    const [order] = await ordersOf(id)
    await create(client, '/v1/payments', {
      orderId: order!.id,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    const charged = await client.post<Appointment>(`/v1/appointments/${id}/charge-fee`)
    expect(charged.body.fee).toMatchObject({ decision: 'PREPAID', orderId: order!.id })
    expect(await ordersOf(id)).toHaveLength(1)
    await settled(id)
  })

  test('can be waived by a person, and then nothing is owed', async () => {
    const id = await proposed()
    const waived = await client.post<Appointment>(`/v1/appointments/${id}/waive-fee`, {
      reason: 'In hospital',
    })
    expect(waived.body.fee).toMatchObject({ decision: 'WAIVED', orderId: null })
    expect((await ordersOf(id)).map(({ purpose }) => purpose)).toEqual(['SERVICE'])
    await settled(id)
  })

  test.each([
    ['undo', undefined],
    ['mark-in-error', { reason: 'Wrong child' }],
  ])('is withdrawn with the no-show: %s', async (verb, json) => {
    const id = await proposed()
    expect((await client.post(`/v1/appointments/${id}/${verb}`, json)).status).toBe(200)
    await settled(id)
    expect(refusal(await client.post(`/v1/appointments/${id}/charge-fee`))).toEqual([
      409,
      'nothing_to_charge',
    ])
  })
})

describe('an appointment that stays open', () => {
  const begun = async (rules: object) => {
    const location = await openCentre()
    await settings(rules)
    const { id } = await booked(location)
    await at(AT)
    await client.post(`/v1/appointments/${id}/check-in`)
    await planned(id)
    return id
  }

  test('is completed after the delay set by the centre', async () => {
    const id = await begun({ completionDelayMinutes: 15 })
    const { endsAt } = await shown(id)
    const due = new Date(Date.parse(endsAt) + 15 * 60_000)
    expect((await preview(id)).completion.dueAt).toBe(due.toISOString())
    await at(due.toISOString())
    await carryOut(id)
    expect((await shown(id)).status).toBe('COMPLETED')
  })

  test('does not change if automation is disabled', async () => {
    const id = await begun({ completionMode: 'OFF' })
    expect((await preview(id)).completion).toMatchObject({ mode: 'OFF', dueAt: null })
    await at('2026-12-01T18:00:00+01:00')
    await carryOut(id)
    expect((await shown(id)).status).toBe('CHECKED_IN')
  })
})

test('only administrators can change the rules of the centre', async () => {
  await openCentre()
  const scheduler = await api.createClient(client.tenantId, { scopes: ['bookings'] })
  expect((await scheduler.get('/v1/appointment-automation')).status).toBe(200)
  const answer = await scheduler.patch('/v1/appointment-automation', { noShowMode: 'OFF' })
  expect(refusal(answer)).toEqual([403, 'insufficient_scope'])
  expect((await settings({ noShowGraceMinutes: 1441 })).status).toBe(400)
})
