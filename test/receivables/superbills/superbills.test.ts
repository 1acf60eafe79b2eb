import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { exportSuperbillPdf } from '#receivables/superbills/export-superbill-pdf.ts'
import type { Superbill } from '#receivables/superbills/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { anotherNpi } from '../../support/another-npi.ts'
import { create, newAppointment, newClient, refusal } from '../../resources/centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const systemOf = ({ tenantId }: ApiClient) =>
  systemContext(api.services.platform, { tenantId, action: 'test' })

/** A completed session of 1 December, ordered for a client. */
const attended = async () => {
  const client = await api.createTenant()
  const npi = anotherNpi()
  const { id, childId, serviceId, provider } = await newAppointment(client)
  const { id: providerId } = provider as { id: string }
  await client.patch(`/v1/providers/${providerId}`, { npi })
  await client.patch(`/v1/services/${String(serviceId)}`, { billingCode: '92507' })
  const { id: clientId } = await newClient(client, { name: 'Mara Weiss' })
  const relationship = 'mother'
  await create(client, '/v1/guardianships', { childId, clientId, relationship, billing: true })
  await create(client, '/v1/legal-entities', {
    numberPrefix: 'SUN',
    name: 'Sunrise Therapy',
    address: { line1: 'Street 1', city: 'Boston', postalCode: '02101', country: 'US' },
    email: 'billing@sunrise.example',
    taxNumber: '12-3456789',
  })
  await client.patch(`/v1/appointments/${id}`, { placeOfService: 'SCHOOL' })
  expect((await client.post(`/v1/appointments/${id}/complete`)).status).toBe(200)
  const { id: orderId } = await create(client, '/v1/orders', { appointmentId: id })
  const period = { startsOn: '2026-12-01', endsOn: '2026-12-31' }
  return { client, orderId, npi, body: { childId, clientId, ...period, diagnosisCodes: ['F80.2'] } }
}

const pay = async (client: ApiClient, orderId: string) => {
  const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' }
  const { id } = await create(client, '/v1/payments', { orderId, paymentMethod })
  const result = { outcome: 'SUCCEEDED', reference: 'r' } as const
  await settlePayment(systemOf(client), { id, result })
  return id
}

test('a superbill contains what insurers require for paid sessions, and never changes', async () => {
  const { client, orderId, npi, body } = await attended()
  const unpaid = await client.post('/v1/superbills', body)
  expect(refusal(unpaid)).toEqual([409, 'no_paid_sessions'])
  const paymentId = await pay(client, orderId)
  await create(client, `/v1/payments/${paymentId}/refunds`, { amount: 1_500, reason: 'Late.' })
  const superbill = (await create(client, '/v1/superbills', body)) as unknown as Superbill
  expect(superbill).toMatchObject({
    diagnosisCodes: ['F80.2'],
    paidAmount: superbill.amount - 1_500,
    patient: { paidBy: 'Mara Weiss' },
    seller: { name: 'Sunrise Therapy', taxNumber: '12-3456789' },
    lines: [
      {
        orderId,
        servedOn: '2026-12-01',
        serviceCode: '92507',
        placeOfServiceCode: '03',
        providerNpi: npi,
      },
    ],
  })
  await client.patch(`/v1/clients/${body.clientId}`, { name: 'Mara Stone' })
  expect((await client.get(`/v1/superbills/${superbill.id}`)).body).toEqual(superbill)
  await expect(
    api.query(`UPDATE superbills SET diagnosis_codes = '{}' WHERE id = $1`, [superbill.id]),
  ).rejects.toThrow()
  const pdf = await exportSuperbillPdf(systemOf(client), { id: superbill.id })
  const text = await textOf(pdf)
  for (const part of [
    '92507',
    'POS',
    '03',
    `NPI ${npi}`,
    'F80.2',
    '12-3456789',
    'Mara Weiss',
    superbill.id,
  ])
    expect(text).toContain(part)
  const other = { ...body, startsOn: '2026-12-02' }
  expect(refusal(await client.post('/v1/superbills', other))).toEqual([409, 'no_paid_sessions'])
})

test.each([
  [{ diagnosisCodes: ['speech'] }, 'diagnosisCodes.0'],
  [{ diagnosisCodes: ['F80.2', 'F80.2'] }, 'diagnosisCodes'],
  [{ endsOn: '2026-11-01' }, 'endsOn'],
])('%j is refused', async (more, path) => {
  const { client, body } = await attended()
  const answer = await client.post('/v1/superbills', { ...body, ...more })
  expect(refusal(answer)[2]).toMatch(new RegExp(`^${path}: `))
})

test('without codes, a superbill has the diagnoses of its period, and keeps them', async () => {
  const { client, orderId, body } = await attended()
  await pay(client, orderId)
  const { childId } = body
  const record = (code: string, more = {}) =>
    create(client, '/v1/diagnoses', { childId, code, description: 'In words', ...more })
  await record('F80.2')
  await record('R62.0', { main: true })
  await record('F80.2', { onsetOn: '2026-01-01' })
  const over = await record('F88', { onsetOn: '2026-01-01' })
  await client.post(`/v1/diagnoses/${over.id}/resolve`, { resolvedOn: '2026-11-01' })
  const mistake = await record('F84.0')
  await client.post(`/v1/diagnoses/${mistake.id}/archive`)
  const { diagnosisCodes: _, ...asked } = body
  const superbill = await create(client, '/v1/superbills', asked)
  expect(superbill).toMatchObject({ diagnosisCodes: ['R62.0', 'F80.2'] })
  await record('F82')
  expect((await client.get(`/v1/superbills/${superbill.id}`)).body).toEqual(superbill)
  expect(await create(client, '/v1/superbills', { ...asked, omitDiagnoses: true })).toMatchObject({
    diagnosisCodes: [],
  })
})

test('only people who may read sessions and payments can create and read it', async () => {
  const { client, orderId, body } = await attended()
  await pay(client, orderId)
  const { id } = await create(client, '/v1/superbills', body)
  const cashier = await api.createClient(client.tenantId, { scopes: ['payments'] })
  expect((await cashier.post('/v1/superbills', body)).status).toBe(403)
  expect((await cashier.get(`/v1/superbills/${id}`)).status).toBe(403)
})

const textOf = async (bytes: Uint8Array): Promise<string> => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const content = await (await pdf.getPage(1)).getTextContent()
  return content.items.map((item) => ('str' in item ? item.str : '')).join(' ')
}
