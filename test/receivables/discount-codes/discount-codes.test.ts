import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import {
  create,
  newAppointment,
  newService,
  refusal,
  type Resource,
} from '../../resources/centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const LINES = [
  { description: 'Report', quantity: 1, unitAmount: 10_000, taxRate: 19 },
  { description: 'Visit', quantity: 2, unitAmount: 4_500 },
]

const openCentre = async (code: object = {}) => {
  const client = await api.createTenant()
  const percent = 'amount' in code ? {} : { percent: 10 }
  const made = await create(client, '/v1/discount-codes', {
    code: 'WELCOME-10',
    ...percent,
    ...code,
  })
  const payer = (name: string) => create(client, '/v1/payers', { kind: 'INSURER', name })
  const { id: payerId } = await payer('North')
  return { client, codeId: made.id, payerId, payer }
}

const order = (client: ApiClient, payerId: string, more: object = {}) =>
  client.post<Resource>('/v1/orders', {
    payerId,
    lines: LINES,
    discountCode: 'WELCOME-10',
    ...more,
  })

const usesOf = async (client: ApiClient, id: string) =>
  (await client.get<Resource>(`/v1/discount-codes/${id}`)).body['uses']

const reasonOf = (answer: { status: number; body: unknown }) => {
  const { code, reason } = answer.body as { code: string; reason: string }
  return [answer.status, code, reason]
}

test('a percentage reduces each line before tax, and the use of the code counts until the order is cancelled', async () => {
  const { client, codeId, payerId } = await openCentre()
  const { body } = await order(client, payerId)
  expect(body).toMatchObject({
    discountCodeId: codeId,
    discountAmount: 1_900,
    taxAmount: 1_710,
    amount: 9_000 + 1_710 + 8_100,
    lines: [{ discount: { percent: 10 } }, { discount: { percent: 10 } }],
  })
  expect(await usesOf(client, codeId)).toBe(1)
  const found = await client.get<{ data: Resource[] }>(`/v1/orders?discountCodeId=${codeId}`)
  expect(found.body.data.map(({ id }) => id)).toEqual([body.id])
  await client.post(`/v1/orders/${body.id}/cancel`)
  expect(await usesOf(client, codeId)).toBe(0)
})

test('an amount is spent line by line, and a line with its own discount keeps that', async () => {
  const { client, payerId } = await openCentre({ amount: 12_000 })
  const spent = await order(client, payerId)
  expect(spent.body).toMatchObject({
    discountAmount: 12_000,
    lines: [{ discountAmount: 10_000, amount: 0 }, { discountAmount: 2_000 }],
  })
  const own = await order(client, payerId, {
    lines: [{ ...LINES[0], discount: { percent: 50 } }, LINES[1]],
  })
  expect(own.body).toMatchObject({ lines: [{ discountAmount: 5_000 }, { discountAmount: 9_000 }] })
})

test('a discount code applies to its services, even if an appointment is ordered', async () => {
  const client = await api.createTenant()
  const appointment = await newAppointment(client)
  const { id: otherId } = await newService(client, { code: 'OTHER' })
  await create(client, '/v1/discount-codes', {
    code: 'WELCOME-10',
    percent: 10,
    serviceIds: [otherId],
  })
  const ask = () =>
    client.post<Resource>('/v1/orders', {
      appointmentId: appointment.id,
      discountCode: 'WELCOME-10',
    })
  expect(reasonOf(await ask())).toEqual([409, 'discount_code_refused', 'NO_LINE'])
  const [code] = (await client.get<{ data: Resource[] }>('/v1/discount-codes')).body.data
  await client.patch(`/v1/discount-codes/${code!.id}`, { serviceIds: [appointment['serviceId']] })
  expect((await ask()).body).toMatchObject({ lines: [{ discount: { percent: 10 } }] })
  expect(await usesOf(client, code!.id)).toBe(1)
  const cancel = { initiator: 'PROVIDER', reason: 'Ill.' }
  await client.post(`/v1/appointments/${appointment.id}/cancel`, cancel)
  expect(await usesOf(client, code!.id)).toBe(0)
})

test.each([
  [{ startsOn: '2026-12-01' }, {}, 'NOT_YET_VALID'],
  [{ endsOn: '2026-11-01' }, {}, 'NO_LONGER_VALID'],
  [{ amount: 100, currency: 'CHF' }, {}, 'OTHER_CURRENCY'],
  [{}, { discountCode: 'ANOTHER' }, 'UNKNOWN'],
])('a code %j is refused for %j: %s', async (code, more, reason) => {
  const { client, payerId, codeId } = await openCentre(code)
  expect(reasonOf(await order(client, payerId, more))).toEqual([
    409,
    'discount_code_refused',
    reason,
  ])
  expect(await usesOf(client, codeId)).toBe(0)
})

test('limits in total and per payer hold for simultaneous orders', async () => {
  const { client, codeId, payerId, payer } = await openCentre({ maxUses: 5, maxUsesPerClient: 3 })
  const { id: southId } = await payer('South')
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => order(client, index % 2 ? southId : payerId)),
  )
  const made = answers.filter(({ status }) => status === 201)
  expect(made).toHaveLength(5)
  for (const id of [payerId, southId])
    expect(made.filter(({ body }) => body['payerId'] === id).length).toBeLessThanOrEqual(3)
  expect(await usesOf(client, codeId)).toBe(5)
  await client.post(`/v1/orders/${made[0]!.body.id}/cancel`)
  expect((await order(client, String(made[0]!.body['payerId']))).status).toBe(201)
  const lower = await client.patch(`/v1/discount-codes/${codeId}`, { maxUses: 4 })
  expect(refusal(lower)[2]).toBe('maxUses: too_small')
})

test('the database refuses uses above the limit or without an order', async () => {
  const { client, codeId, payerId } = await openCentre({ maxUses: 1 })
  await order(client, payerId)
  for (const [change, constraint] of [
    ['uses = 2', 'discount_codes_limit'],
    ['uses = 0', 'are not its redemptions'],
  ] as const)
    await expect(
      api.query(`UPDATE discount_codes SET ${change} WHERE id = $1`, [codeId]),
    ).rejects.toThrow(constraint)
})
