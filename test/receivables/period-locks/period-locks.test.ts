import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import type {
  AppointmentImport,
  AppointmentImportRow,
} from '#scheduling/appointment-imports/schemas.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { carryOut } from '../../support/imports.ts'
import { joinAs } from '../../staff/support.ts'

/** After the books are locked, nothing is dated into the period any more. Now is 24 November 2026. */

let api: TestApi
let client: ApiClient
let booking: { childId: string; providerId: string; serviceId: string }
let visits: string[]
let sessionId: string
let imported: { id: string }

const override = { rules: ['late_entry'], reason: 'Forgotten.' }
const LOCKED = { lockedThroughOn: '2026-11-20', reason: 'Handed to the tax adviser.' }
const at = (day: number, hour: number) =>
  `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00+01:00`
const enter = (startsAt: string) =>
  client.post<{ id: string }>('/v1/appointments', { ...booking, startsAt, override })
const entered = async (startsAt: string) => {
  const { status, body, text } = await enter(startsAt)
  expect(status, text).toBe(201)
  return body.id
}

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  const { id: locationId } = await newLocation(client)
  booking = {
    serviceId: (await newService(client)).id,
    childId: (await newChild(client)).id,
    providerId: (await newProvider(client, { locationIds: [locationId] })).id,
  }
  visits = [await entered(at(19, 9)), await entered(at(19, 11)), await entered(at(23, 9))]
  const { childId, providerId } = booking
  const own = { childId, providerId, startedAt: at(18, 9), endedAt: at(18, 10) }
  sessionId = (await create(client, '/v1/sessions', own)).id
  imported = await importOf(at(17, 9))
  await verb(`${imported.id}/run`)
  const { status, text } = await client.post('/v1/period-locks', LOCKED)
  expect(status, text).toBe(201)
})
afterAll(() => api[Symbol.asyncDispose]())

const ctx = () =>
  systemContext(api.services.platform, { tenantId: client.tenantId, action: 'carryOutImport' })
const verb = async (path: string, json?: object) => {
  const answer = await client.post<AppointmentImport>(`/v1/appointment-imports/${path}`, json)
  expect(answer.status, answer.text).toBe(200)
  await carryOut(ctx(), { id: path.split('/')[0]! })
}
const importOf = async (startsAt: string) => {
  const { body } = await client.post<{ id: string }>('/v1/appointment-imports', {
    name: 'old.csv',
    format: 'CSV',
    content: `external_id,child,start\n${startsAt},${booking.childId},${startsAt}`,
    defaults: { providerId: booking.providerId },
  })
  await carryOut(ctx(), body)
  return body
}
const rowsOf = async (id: string) =>
  (await client.get<{ data: AppointmentImportRow[] }>(`/v1/appointment-imports/${id}/rows`)).body
    .data

const DATED: Record<string, () => Promise<{ status: number; body: unknown }>> = {
  'a late entry': () => enter(at(20, 15)),
  'the undoing of a completion': () => client.post(`/v1/appointments/${visits[0]}/undo`, {}),
  'the marking of a visit as an error': () =>
    client.post(`/v1/appointments/${visits[1]}/mark-in-error`, { reason: 'Wrong child' }),
  'a session': () => {
    const { childId, providerId } = booking
    return client.post('/v1/sessions', { childId, providerId, startedAt: at(20, 8) })
  },
  'another end of a session': () =>
    client.patch(`/v1/sessions/${sessionId}`, { endedAt: at(18, 11) }),
  'a session that is moved out of it': () =>
    client.patch(`/v1/sessions/${sessionId}`, { startedAt: at(21, 9), endedAt: at(21, 10) }),
}

test.each(Object.entries(DATED))('%s is refused in a locked period', async (_, act) => {
  expect(refusal(await act())).toEqual([409, 'period_locked'])
})

test('rows of imports are neither created nor undone in a locked period', async () => {
  const { id } = await importOf(at(16, 9))
  const [row] = await rowsOf(id)
  expect(row).toMatchObject({ result: 'INVALID', code: 'period_locked' })
  await verb(`${imported.id}/undo`, { reason: 'Rehearsal' })
  expect((await rowsOf(imported.id))[0]).toMatchObject({ result: 'KEPT', code: 'period_locked' })
})

test('a later day is open, and refunds, which are dated today, stay possible', async () => {
  await entered(at(21, 9))
  const order = await create(client, '/v1/orders', { appointmentId: visits[0] })
  const payment = await create(client, '/v1/payments', {
    orderId: order.id,
    paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
  })
  await settlePayment(ctx(), {
    id: payment.id,
    result: { outcome: 'SUCCEEDED', reference: payment.id },
  })
  const refund = await client.post(`/v1/payments/${payment.id}/refunds`, { reason: 'Ill.' })
  expect(refund.status, refund.text).toBe(201)
})

test('a period is locked after its visits are closed, and unlocked by those who may', async () => {
  const lock = (lockedThroughOn: string) =>
    client.post('/v1/period-locks', { ...LOCKED, lockedThroughOn })
  expect(refusal(await lock('2026-11-24'))).toEqual([
    400,
    'validation_failed',
    'lockedThroughOn: in_the_future',
  ])
  expect(refusal(await lock('2026-11-19'))).toEqual([
    400,
    'validation_failed',
    'lockedThroughOn: out_of_range',
  ])
  await client.post(`/v1/appointments/${visits[2]}/undo`, {})
  expect(refusal(await lock('2026-11-23'))).toEqual([409, 'period_open'])
  await client.post(`/v1/appointments/${visits[2]}/complete`)

  const biller = await joinAs(api, client, { roles: ['BILLER'] })
  const unlock = { lockedThroughOn: null, reason: 'A visit was forgotten.' }
  expect(refusal(await biller.post('/v1/period-locks/unlock', unlock))).toEqual([
    403,
    'insufficient_role',
  ])
  const owner = await joinAs(api, client, { roles: ['OWNER'] })
  expect((await owner.post('/v1/period-locks/unlock', unlock)).body).toMatchObject({
    lockedThroughOn: null,
    previouslyThroughOn: '2026-11-20',
    createdBy: owner.user.id,
    reason: 'A visit was forgotten.',
  })
  await entered(at(20, 15))
  const { body } = await client.get<{ data: object[] }>('/v1/period-locks')
  expect(body.data).toHaveLength(2)
  const audited = await api.query(
    `SELECT FROM audit_entries WHERE tenant_id = $1 AND action IN ('lockPeriod', 'unlockPeriod') AND outcome = 'ALLOWED'`,
    [client.tenantId],
  )
  expect(audited.length).toBeGreaterThanOrEqual(2)
})
