import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppointmentStatus } from '#scheduling/slots/appointment-status.ts'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { expireAppointment } from '#scheduling/appointments/expire-appointment.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { isChargeable } from '#receivables/orders/rules.ts'
import type { Order } from '#receivables/orders/schemas.ts'
import type { GatewayResult } from '../../../providers/payments/gateway.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
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

/** Nobody pays for a cancelled appointment, whichever verb cancelled it and whatever runs at the same time. */

let api: TestApi
let client: ApiClient
let location: { id: string }

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  location = await newLocation(client)
  await newService(client)
  await newService(client, {
    code: 'INTAKE',
    defaultForType: true,
    requiresConfirmation: true,
  })
  await create(client, '/v1/cancellation-policies', {
    name: 'Late',
    windows: [{ notice: 'P1D', fee: { percent: 50 } }],
  })
})
afterAll(() => api[Symbol.asyncDispose]())

const AT = '2026-12-01T10:00:00+01:00'
const LATE = '2026-12-01T09:00:00+01:00'
beforeEach(() => at('2026-11-24T09:00:00+01:00'))

/** Moves the clock; existing tokens expire. */
const at = async (instant: string) => {
  api.clock.set(instant)
  client = await api.createClient(client.tenantId)
}
const booked = async (more = {}) =>
  create(client, '/v1/appointments', {
    childId: (await newChild(client)).id,
    providerId: (await newProvider(client, { locationIds: [location.id] })).id,
    type: 'THERAPY_SESSION',
    startsAt: AT,
    ...more,
  })
const ordered = async () => {
  const { id } = await booked()
  const order = await create(client, '/v1/orders', { appointmentId: id })
  return { id, orderId: order.id }
}
const verb = (id: string, name: string, json: object) =>
  client.post<Appointment>(`/v1/appointments/${id}/${name}`, json)
const CANCEL = { initiator: 'CLIENT', reason: 'Ill' }
const pay = (orderId: string) =>
  client.post('/v1/payments', { orderId, paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' } })
const orderStatus = async (id: string) => (await client.get<Order>(`/v1/orders/${id}`)).body.status
const system = (action: string) =>
  systemContext(api.services.platform, { tenantId: client.tenantId, action })
const settle = (id: string, result: GatewayResult) =>
  settlePayment(system('settlePayment'), { id, result })
const DECLINED: GatewayResult = { outcome: 'FAILED', failureCode: 'card_declined' }

describe('the order of an appointment', () => {
  test.each([
    ['cancel', CANCEL],
    ['mark-in-error', { reason: 'Wrong child' }],
    ['no-show', { absentParty: 'PROVIDER' }],
  ])('is cancelled by %s, and cannot be paid', async (name, json) => {
    const { id, orderId } = await ordered()
    expect((await verb(id, name, json)).status).toBe(200)
    expect(await orderStatus(orderId)).toBe('CANCELLED')
    expect(refusal(await pay(orderId))).toEqual([409, 'invalid_transition'])
    expect(refusal(await client.post('/v1/orders', { appointmentId: id }))).toEqual([
      409,
      'appointment_not_chargeable',
    ])
  })

  test.each(['decline', 'expire'] as const)('is cancelled by %s', async (name) => {
    const { id } = await booked({ type: 'INTAKE' })
    const { id: orderId } = await create(client, '/v1/orders', { appointmentId: id })
    if (name === 'expire') await expireAppointment(system('expireAppointment'), { id })
    else await verb(id, 'decline', { reason: 'Full' })
    expect(await orderStatus(orderId)).toBe('CANCELLED')
  })

  test('stays if the client did not come and no fee is charged', async () => {
    const { id, orderId } = await ordered()
    await verb(id, 'no-show', { absentParty: 'CLIENT' })
    expect(await orderStatus(orderId)).toBe('OPEN')
  })

  test.each(['cancel', 'mark-in-error'])(
    'is refused or cancelled if %s happens at the same time',
    async (name) => {
      const json = name === 'cancel' ? CANCEL : { reason: 'Wrong child' }
      for (let round = 0; round < 15; round += 1) {
        const { id } = await booked()
        const [made, off] = await Promise.all([
          client.post<Order>('/v1/orders', { appointmentId: id }),
          verb(id, name, json),
        ])
        expect(off.status).toBe(200)
        expect([201, 409]).toContain(made.status)
        const open = `/v1/orders?appointmentId=${id}&status=OPEN`
        expect((await client.get<Page>(open)).body.data).toEqual([])
      }
    },
  )
})

describe('a payment in progress during a cancellation', () => {
  const cancelledMeanwhile = async () => {
    const { id, orderId } = await ordered()
    const payment = await create(client, '/v1/payments', {
      orderId,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    await at(LATE)
    const { body } = await verb(id, 'cancel', CANCEL)
    expect(body.fee).toMatchObject({ decision: 'PREPAID', orderId })
    return { id, orderId, paymentId: payment.id }
  }

  test('pays the order if it succeeds', async () => {
    const { orderId, paymentId } = await cancelledMeanwhile()
    await settle(paymentId, { outcome: 'SUCCEEDED', reference: 'r1' })
    expect(await orderStatus(orderId)).toBe('PAID')
  })

  test('cancels the order if it fails, and the late fee is charged', async () => {
    const { id, orderId, paymentId } = await cancelledMeanwhile()
    await settle(paymentId, DECLINED)
    await settle(paymentId, DECLINED)
    expect(await orderStatus(orderId)).toBe('CANCELLED')
    const { fee } = (await client.get<Appointment>(`/v1/appointments/${id}`)).body
    expect(fee).toMatchObject({ decision: 'CHARGED', amount: 4250 })
    const orders = (await client.get<Page>(`/v1/orders?appointmentId=${id}&status=OPEN`)).body.data
    expect(orders).toMatchObject([
      { id: fee?.orderId, purpose: 'CANCELLATION_FEE', amount: 4250, version: 1 },
    ])
    expect((await pay(fee!.orderId!)).status).toBe(201)
  })
})

describe('the database', () => {
  test('agrees with the rules on which appointments are chargeable', async () => {
    for (const status of AppointmentStatus)
      for (const absentParty of [null, 'CLIENT', 'PROVIDER']) {
        const [row] = await api.query<{ answer: boolean }>(
          'SELECT therapy.is_chargeable($1, $2) AS answer',
          [status, absentParty],
        )
        expect([status, absentParty, row!.answer]).toEqual([
          status,
          absentParty,
          isChargeable({ status, absentParty }),
        ])
      }
  })

  test('refuses an order, a payment and an open order of a cancelled appointment', async () => {
    const { id, orderId } = await ordered()
    const open = api.query("UPDATE appointments SET status = 'EXPIRED' WHERE id = $1", [id])
    await expect(open).rejects.toThrow(/is open and its appointment is off/)

    await verb(id, 'cancel', CANCEL)
    const reopened = api.query("UPDATE orders SET status = 'OPEN' WHERE id = $1", [orderId])
    await expect(reopened).rejects.toMatchObject({ constraint: 'orders_chargeable' })
    const paid = api.query(
      `INSERT INTO payments (tenant_id, id, order_id, status, amount_minor, currency, gateway, payment_method_type, payment_method_id, created_at, updated_at)
       VALUES ($1, 'pay_x', $2, 'PROCESSING', 1, 'EUR', 'sandbox', 'CARD', 'pm_x', now(), now())`,
      [client.tenantId, orderId],
    )
    await expect(paid).rejects.toMatchObject({ constraint: 'orders_chargeable' })
  })
})
