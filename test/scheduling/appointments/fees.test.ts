import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Appointment, AppointmentOutcome } from '#scheduling/appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import type { Order } from '#receivables/orders/schemas.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
} from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** The fees of cancellations and no-shows, and how they are paid, waived or undone. */

const kind = 'appointmentLifecycle' as const

type Caller = Pick<ApiClient, 'post'>

let api: TestApi
let client: ApiClient
let location: { id: string }
let service: { id: string }

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  location = await newLocation(client)
  service = await newService(client)
  await policy({
    name: 'Standard',
    windows: [
      { notice: 'P1D', atTime: '18:00', fee: { percent: 50 } },
      { notice: 'PT2H', fee: { amount: 6000 } },
    ],
    noShowFee: { percent: 100 },
  })
})
afterAll(() => api[Symbol.asyncDispose]())

/** A Tuesday at ten; the standard policy's window begins on Monday at 18:00. */
const AT = '2026-12-01T10:00:00+01:00'
const IN_TIME = '2026-11-30T17:59:00+01:00'
const LATE = '2026-11-30T18:01:00+01:00'
const VERY_LATE = '2026-12-01T09:00:00+01:00'
beforeEach(() => at(IN_TIME))

/** Moves the clock; existing tokens expire. */
const at = async (instant: string) => {
  api.clock.set(instant)
  client = await api.createClient(client.tenantId)
}

const policy = (json: object) => create(client, '/v1/cancellation-policies', json)

const booked = async (more = {}) => {
  const booking = {
    childId: (await newChild(client)).id,
    providerId: (await newProvider(client, { locationIds: [location.id] })).id,
    type: 'THERAPY_SESSION',
    startsAt: AT,
    ...more,
  }
  return (await client.post<Appointment>('/v1/appointments', booking)).body
}
const verb = <Body = Appointment>(id: string, name: string, json?: object) =>
  client.post<Body>(`/v1/appointments/${id}/${name}`, json)
const cancel = (id: string, more = {}, dryRun = false) =>
  verb<AppointmentOutcome>(id, `cancel${dryRun ? '?dryRun=true' : ''}`, {
    initiator: 'CLIENT',
    reason: 'Ill',
    ...more,
  })
const ordersOf = async (id: string) =>
  (await client.get<Page>(`/v1/orders?appointmentId=${id}`)).body.data.toReversed()
const order = async (id: string) => (await client.get<Order>(`/v1/orders/${id}`)).body
const pay = async (orderId: string) => {
  const payment = await create(client, '/v1/payments', {
    orderId,
    paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
  })
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'settlePayment' })
  await settlePayment(ctx, { id: payment.id, result: { outcome: 'SUCCEEDED', reference: 'r1' } })
}

const refund = async (paymentId: string, amount: number) => {
  const reason = 'They were there.'
  const { id } = await create(client, `/v1/payments/${paymentId}/refunds`, { amount, reason })
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'settleRefund' })
  await settleRefund(ctx, { id, result: { outcome: 'SUCCEEDED', reference: 'r1' } })
}

describe('a cancellation', () => {
  test('in time is free', async () => {
    const { id } = await booked()
    const { body } = await cancel(id)
    expect(body).toMatchObject({
      status: 'CANCELLED',
      cancellation: { late: false },
      fee: { decision: 'NONE', amount: 0, basis: null, orderId: null, freeUntilAt: null },
    })
    expect(await ordersOf(id)).toEqual([])
  })

  test('that is late creates an order for the fee', async () => {
    const { id } = await booked()
    await at(LATE)
    const { body } = await cancel(id)
    expect(body).toMatchObject({
      cancellation: { late: true },
      fee: {
        decision: 'CHARGED',
        amount: 4250,
        currency: 'EUR',
        basis: { notice: 'P1D', atTime: '18:00', percent: 50, price: 8500 },
        freeUntilAt: '2026-11-30T18:00:00+01:00',
      },
    })
    expect(await ordersOf(id)).toMatchObject([
      {
        id: body.fee?.orderId,
        purpose: 'CANCELLATION_FEE',
        status: 'OPEN',
        amount: 4250,
        lines: [{ description: 'Late cancellation: Therapy session', quantity: 1 }],
      },
    ])
    await pay(body.fee!.orderId!)
    expect((await order(body.fee!.orderId!)).status).toBe('PAID')
  })

  test('without a price charges no percentage, and says so, but charges a fixed fee', async () => {
    const { id: serviceId } = await newService(client, { code: 'TRIAL', amount: null })
    const [{ id }, { id: last }] = [await booked({ serviceId }), await booked({ serviceId })]
    await at(LATE)
    for (const dryRun of [true, false])
      expect((await cancel(id, {}, dryRun)).body.fee).toMatchObject({
        decision: 'NONE',
        amount: null,
        currency: null,
        basis: { percent: 50, price: null },
        orderId: null,
      })
    expect(await ordersOf(id)).toEqual([])
    await at(VERY_LATE)
    expect((await cancel(last)).body.fee).toMatchObject({ decision: 'CHARGED', amount: 6000 })
  })

  test('in the last window charges the rate of that window', async () => {
    const { id } = await booked()
    await at(VERY_LATE)
    expect((await cancel(id)).body.fee).toMatchObject({
      amount: 6000,
      basis: { notice: 'PT2H', atTime: null, percent: null, price: null },
      freeUntilAt: '2026-12-01T08:00:00+01:00',
    })
  })

  test.each(['PROVIDER', 'ORGANIZATION'])('by the %s is free, however late it is', async (by) => {
    const { id } = await booked()
    await at(VERY_LATE)
    const { body } = await cancel(id, { initiator: by })
    expect(body).toMatchObject({ cancellation: { late: true }, fee: { decision: 'NONE' } })
  })

  test('cancels the unpaid order of the appointment', async () => {
    const { id } = await booked()
    await create(client, '/v1/orders', { appointmentId: id })
    await at(LATE)
    await cancel(id)
    expect(await ordersOf(id)).toMatchObject([
      { purpose: 'SERVICE', status: 'CANCELLED' },
      { purpose: 'CANCELLATION_FEE', status: 'OPEN' },
    ])
  })

  test('of a paid appointment charges nothing more and names the order', async () => {
    const { id } = await booked()
    const paid = await create(client, '/v1/orders', { appointmentId: id })
    await pay(paid.id)
    await at(LATE)
    const { body } = await cancel(id)
    expect(body.fee).toMatchObject({ decision: 'PREPAID', amount: 4250, orderId: paid.id })
    expect(await ordersOf(id)).toMatchObject([{ purpose: 'SERVICE', status: 'PAID' }])
  })
})

describe('the fee', () => {
  let services = 0
  /** An appointment for 85.00 with its own policy. */
  const bookedBy = async (fee: object) => {
    const { id: serviceId } = await newService(client, { code: `S_${++services}` })
    const windows = [{ notice: 'PT2H', fee }]
    await policy({ name: `Of ${serviceId}`, serviceId, windows, noShowFee: fee })
    return booked({ serviceId })
  }
  const deposit = async (appointmentId: string, amount: number) => {
    const { id: orderId } = await create(client, '/v1/orders', { appointmentId })
    const paymentMethod = { type: 'CASH', id: 'Receipt 1' }
    await create(client, '/v1/payments', { orderId, amount, paymentMethod })
    return orderId
  }

  test('does not exceed the price unless the policy allows it', async () => {
    const capped = await bookedBy({ amount: 12_000 })
    const full = await bookedBy({ amount: 12_000, mayExceedPrice: true })
    await at(VERY_LATE)
    for (const [{ id }, amount] of [
      [capped, 8500],
      [full, 12_000],
    ] as const) {
      const fee = { decision: 'CHARGED', amount, policyAmount: null }
      expect((await cancel(id, {}, true)).body.fee).toMatchObject({ ...fee, orderId: null })
      expect((await cancel(id)).body.fee).toMatchObject(fee)
    }
    const both = await client.post('/v1/cancellation-policies', {
      name: 'Both',
      windows: [{ notice: 'PT2H', fee: { percent: 50, mayExceedPrice: true } }],
    })
    expect(refusal(both)[1]).toBe('validation_failed')
  })

  test.each([
    [{ amount: 9_000 }, 4_000, 4_000, 8_500],
    [{ percent: 50 }, 1_000, 1_000, 4_250],
    [{ percent: 50 }, 8_500, 4_250, null],
  ])('for %j, with %i paid, keeps %i', async (fee, paid, kept, asked) => {
    const { id } = await bookedBy(fee)
    const orderId = await deposit(id, paid)
    await at(VERY_LATE)
    const decided = { decision: 'PREPAID', amount: kept, policyAmount: asked, orderId }
    const dry = await cancel(id, {}, true)
    expect(dry.body.fee).toMatchObject(decided)
    const { body } = await cancel(id)
    expect(body.fee).toMatchObject(decided)
    const back = paid - kept
    const handed = body.consequences.filter(({ step }) => step === 'HAND_BACK')
    expect(handed.map(({ amount }) => amount)).toEqual(back > 0 ? [back] : [])
  })

  test('that relied on a payment is charged as the policy requires if the payment fails', async () => {
    const { id } = await bookedBy({ percent: 50 })
    const { id: orderId } = await create(client, '/v1/orders', { appointmentId: id })
    const payment = await create(client, '/v1/payments', {
      orderId,
      amount: 1_000,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    await at(VERY_LATE)
    expect((await cancel(id)).body.fee).toMatchObject({ decision: 'PREPAID', amount: 1_000 })
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'settlePayment' })
    const result = { outcome: 'FAILED', failureCode: 'card_declined', reference: 'r1' } as const
    await settlePayment(ctx, { id: payment.id, result })
    const { body } = await client.get<Appointment>(`/v1/appointments/${id}`)
    expect(body.fee).toMatchObject({ decision: 'CHARGED', amount: 4_250, policyAmount: null })
  })
})

describe('an appointment that is free', () => {
  test('has an order that is paid immediately and cancelled with it', async () => {
    const { id: serviceId } = await newService(client, { code: 'FREE', amount: 0 })
    const { id } = await booked({ serviceId })
    const made = await create(client, '/v1/orders', { appointmentId: id })
    expect(made).toMatchObject({ status: 'PAID', amount: 0 })
    expect((await cancel(id)).status).toBe(200)
    expect(await ordersOf(id)).toMatchObject([{ status: 'CANCELLED' }])
  })
})

describe('a dry run', () => {
  test('returns what the cancellation would do, without effect', async () => {
    const { id } = await booked()
    await create(client, '/v1/orders', { appointmentId: id })
    const ctx = systemContext(api.services.platform, {
      tenantId: client.tenantId,
      action: 'planSteps',
    })
    await planSteps(ctx, { kind, subjectId: id })
    await at(LATE)
    const dry = await cancel(id, {}, true)
    expect(dry.body).toMatchObject({
      status: 'CANCELLED',
      version: 1,
      dryRun: true,
      fee: {
        decision: 'CHARGED',
        amount: 4250,
        basis: { notice: 'P1D', atTime: '18:00', percent: 50, price: 8500 },
        orderId: null,
      },
      followUpsStopped: [
        { step: 'reminder-2h', dueAt: '2026-12-01T07:00:00.000Z' },
        { step: 'no-show-check', dueAt: '2026-12-01T09:30:00.000Z' },
      ],
    })
    const { body } = await client.get<Appointment>(`/v1/appointments/${id}`)
    expect(body).toMatchObject({ status: 'CONFIRMED', version: 1, cancellation: null, fee: null })
    expect(await ordersOf(id)).toMatchObject([{ status: 'OPEN', purpose: 'SERVICE' }])
    const events = await api.query(`SELECT type FROM outbox WHERE request_id = $1`, [
      dry.headers.get('x-request-id'),
    ])
    expect(events).toEqual([])

    const { body: real } = await cancel(id)
    const { orderId: _, ...fee } = real.fee!
    expect(dry.body.fee).toMatchObject(fee)
    expect(real.followUpsStopped).toEqual(dry.body.followUpsStopped)
  })

  test('is refused for the same reasons as the cancellation', async () => {
    const { id } = await booked()
    await cancel(id)
    expect(refusal(await cancel(id, {}, true))).toEqual([409, 'invalid_transition'])
  })
})

describe('a charged fee', () => {
  const charged = async () => {
    const { id } = await booked()
    await at(AT)
    const { body } = await verb(id, 'no-show', { absentParty: 'CLIENT' })
    expect(body.fee).toMatchObject({ decision: 'CHARGED' })
    return { id, orderId: body.fee!.orderId! }
  }
  /** Every verb that ends it, and who may use the verb, but may not waive fees. */
  const WAYS = {
    undo: {
      role: 'SCHEDULER',
      ask: (by: Caller, { id }: { id: string }) =>
        by.post<object>(`/v1/appointments/${id}/undo`, { reason: 'They were in the other room' }),
    },
    'mark-in-error': {
      role: 'SUPERVISOR',
      ask: (by: Caller, { id }: { id: string }) =>
        by.post<object>(`/v1/appointments/${id}/mark-in-error`, { reason: 'Never booked' }),
    },
    'waive-fee': {
      role: 'SCHEDULER',
      ask: (by: Caller, { id }: { id: string }) =>
        by.post<object>(`/v1/appointments/${id}/waive-fee`, { reason: 'A friend' }),
    },
    'the cancellation of its order': {
      role: ['orders:read', 'orders:write'],
      ask: (by: Caller, { orderId }: { orderId: string }) =>
        by.post<object>(`/v1/orders/${orderId}/cancel`),
    },
  }

  test.each(Object.entries(WAYS))(
    'is not ended by %s without fee-waivers:write',
    async (_, way) => {
      const one = await charged()
      const { provider } = (await client.get<Appointment>(`/v1/appointments/${one.id}`)).body
      const roles = [
        typeof way.role === 'string'
          ? way.role
          : (
              await create(client, '/v1/roles', {
                name: `Orders ${one.id}`,
                permissions: way.role,
                sight: 'CENTRE',
              })
            ).id,
      ]
      const isBound = way.role === 'SUPERVISOR'
      const by = await joinAs(api, client, { roles, ...(isBound && { providerId: provider.id }) })
      const refused = await way.ask(by, one)
      expect(refusal(refused), refused.text).toEqual([403, 'insufficient_role'])
      expect(refused.text).toContain('fee-waivers:write')
      expect((await order(one.orderId)).status).toBe('OPEN')
      const administrator = await joinAs(api, client, { roles: ['ADMINISTRATOR'] })
      const done = await way.ask(administrator, one)
      expect(done.status, done.text).toBe(200)
      expect((await order(one.orderId)).status).toBe('CANCELLED')
    },
  )

  test('can be waived first, and then its no-show is undone by a scheduler', async () => {
    const { id } = await charged()
    await verb(id, 'waive-fee', { reason: 'A friend' })
    const scheduler = await joinAs(api, client, { roles: ['SCHEDULER'] })
    const undone = await scheduler.post<Appointment>(`/v1/appointments/${id}/undo`, {
      reason: 'They were in the other room',
    })
    expect(undone.body, undone.text).toMatchObject({ status: 'CONFIRMED', fee: null })
    const { body } = await client.get<Page>(`/v1/appointments/${id}/changes`)
    expect(body.data).toContainEqual(
      expect.objectContaining({ kind: 'UNDO', reason: 'They were in the other room' }),
    )
  })
})

describe('a no-show', () => {
  test('of the client is charged, and its undo cancels an unpaid fee', async () => {
    const { id } = await booked()
    await at('2026-12-01T10:30:00+01:00')
    const { body } = await verb(id, 'no-show', { absentParty: 'CLIENT' })
    expect(body.fee).toMatchObject({
      decision: 'CHARGED',
      amount: 8500,
      basis: { notice: null, atTime: null, percent: 100, price: 8500 },
    })
    const undone = await verb(id, 'undo')
    expect(undone.body).toMatchObject({ status: 'CONFIRMED', fee: null })
    expect(await ordersOf(id)).toMatchObject([{ purpose: 'NO_SHOW_FEE', status: 'CANCELLED' }])

    const again = await verb(id, 'no-show', { absentParty: 'CLIENT' })
    await pay(again.body.fee!.orderId!)
    expect(refusal(await verb(id, 'undo'))).toEqual([409, 'fee_paid'])
    expect((await order(again.body.fee!.orderId!)).status).toBe('PAID')
  })

  test('can be undone once its paid fee is fully refunded', async () => {
    const { id } = await booked()
    await at('2026-12-01T10:30:00+01:00')
    const orderId = (await verb(id, 'no-show', { absentParty: 'CLIENT' })).body.fee!.orderId!
    await pay(orderId)
    const refused = await verb<{ paymentId: string }>(id, 'undo')
    const { paymentId } = refused.body
    await refund(paymentId, 8_499)
    expect(refusal(await verb(id, 'undo'))).toEqual([409, 'fee_paid'])
    await refund(paymentId, 1)
    expect((await verb(id, 'undo')).body).toMatchObject({ status: 'CONFIRMED', fee: null })
    expect((await order(orderId)).status).toBe('REFUNDED')
  })

  test('cannot be undone while its fee is being paid', async () => {
    const { id } = await booked()
    const { body } = await verb(id, 'no-show', { absentParty: 'CLIENT' })
    await create(client, '/v1/payments', {
      orderId: body.fee!.orderId,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    expect(refusal(await verb(id, 'undo'))).toEqual([409, 'payment_in_flight'])
  })

  test('of the provider is free for the family', async () => {
    const { id } = await booked()
    const { body } = await verb(id, 'no-show', { absentParty: 'PROVIDER' })
    expect(body.fee).toMatchObject({ decision: 'NONE', amount: 0 })
  })
})

describe('waiving', () => {
  const waiveFee = { reason: 'In hospital' }

  test('with the cancellation requires the scope admin and a reason', async () => {
    const { id } = await booked()
    await at(LATE)
    const scheduler = await api.createClient(client.tenantId, { scopes: ['bookings'] })
    const json = { initiator: 'CLIENT', reason: 'Ill', waiveFee }
    const refused = await scheduler.post(`/v1/appointments/${id}/cancel`, json)
    expect(refusal(refused)).toEqual([403, 'insufficient_scope'])
    expect(refusal(await cancel(id, { waiveFee: {} }))).toEqual([
      400,
      'validation_failed',
      'waiveFee.reason: required',
    ])
    const { body } = await cancel(id, { waiveFee })
    expect(body).toMatchObject({
      fee: {
        decision: 'WAIVED',
        amount: 4250,
        orderId: null,
        waiver: { waivedBy: client.clientId },
      },
      feeWaiverReason: 'In hospital',
    })
    expect(await ordersOf(id)).toEqual([])
  })

  test('afterwards cancels the order, but keeps what was paid', async () => {
    const { id } = await booked()
    await at(LATE)
    await cancel(id)
    const { body } = await verb(id, 'waive-fee', waiveFee)
    expect(body.fee).toMatchObject({ decision: 'WAIVED', amount: 4250, orderId: null })
    expect(await ordersOf(id)).toMatchObject([{ status: 'CANCELLED' }])
    expect(refusal(await verb(id, 'waive-fee', waiveFee))).toEqual([409, 'nothing_to_waive'])

    await at(IN_TIME)
    const other = await booked()
    await at(LATE)
    await pay((await cancel(other.id)).body.fee!.orderId!)
    expect(refusal(await verb(other.id, 'waive-fee', waiveFee))).toEqual([409, 'fee_paid'])
  })

  test('keeps the reasons out of the audit trail', async () => {
    const { id } = await booked()
    await at(LATE)
    await cancel(id)
    await verb(id, 'waive-fee', waiveFee)
    const rows = await api.query(`SELECT changes FROM audit_entries WHERE subject_id = $1`, [id])
    expect(JSON.stringify(rows)).toContain('WAIVED')
    expect(JSON.stringify(rows)).not.toMatch(/In hospital|Ill/)
  })
})

test('an entry in error is free', async () => {
  const { id } = await booked()
  await verb(id, 'no-show', { absentParty: 'CLIENT' })
  await verb(id, 'mark-in-error', { reason: 'Wrong child' })
  expect(await ordersOf(id)).toMatchObject([{ purpose: 'NO_SHOW_FEE', status: 'CANCELLED' }])
})

test('a booking that was never confirmed is free', async () => {
  const onRequest = await newService(client, { code: 'ON_REQUEST', requiresConfirmation: true })
  const { id } = await booked({ serviceId: onRequest.id })
  await at(LATE)
  expect((await cancel(id)).body.fee).toMatchObject({ decision: 'NONE', amount: 0 })
})

describe('the applicable policy', () => {
  test('is the most specific: by service and location, by service, by location', async () => {
    const other = await newLocation(client, { name: 'Nord' })
    const windows = (percent: number) => [{ notice: 'P1D', atTime: '18:00', fee: { percent } }]
    const of = async (percent: number, scope: object) =>
      policy({ name: `${percent}`, windows: windows(percent), ...scope })
    await of(10, { locationId: other.id })
    const percentAt = async (expected: number) => {
      await at(IN_TIME)
      const provider = await newProvider(client, { locationIds: [other.id] })
      const { id } = await booked({ providerId: provider.id })
      await at(LATE)
      expect((await cancel(id, {}, true)).body.fee?.amount).toBe(85 * expected)
    }
    await percentAt(10)
    const { id } = await of(20, { serviceId: service.id })
    await percentAt(20)
    await of(30, { serviceId: service.id, locationId: other.id })
    await percentAt(30)
    await client.post(`/v1/cancellation-policies/${id}/archive`)
  })

  test('is unique per service and location', async () => {
    const again = await client.post('/v1/cancellation-policies', { name: 'Twice', windows: [] })
    expect(refusal(again)).toEqual([409, 'already_exists', 'serviceId: already_exists'])
  })

  test.each([
    [{ windows: [{ notice: 'P1M', fee: { percent: 5 } }] }, 'windows.0.notice: invalid_format'],
    [
      { windows: [{ notice: 'P1D', atTime: '25:00', fee: { percent: 5 } }] },
      'windows.0.atTime: invalid_format',
    ],
    [{ windows: [{ notice: 'P1D', fee: {} }] }, 'windows.0.fee: exactly_one'],
    [{ windows: [], noShowFee: { percent: 5, amount: 5 } }, 'noShowFee: exactly_one'],
    [{ windows: [], noShowFee: { percent: 101 } }, 'noShowFee.percent: too_large'],
  ])('refuses %j', async (terms, issue) => {
    const answer = await client.post('/v1/cancellation-policies', { name: 'Bad', ...terms })
    expect(refusal(answer)).toEqual([400, 'validation_failed', issue])
  })
})
