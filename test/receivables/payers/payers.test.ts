import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../support/api.ts'
import { create, newChild, newClient, refusal } from '../../resources/centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const INSURER = { kind: 'INSURER', name: 'Insurance North' }

test('an organization has a unique name, and terms that can change', async () => {
  const client = await api.createTenant()
  const payer = await create(client, '/v1/payers', {
    ...INSURER,
    taxId: 'DE123456789',
    eInvoiceAddress: { scheme: '0204', value: '991-12345-67' },
    daysUntilDue: 14,
  })
  expect(payer).toMatchObject({ ...INSURER, clientId: null, daysUntilDue: 14, archivedAt: null })
  const again = await client.post('/v1/payers', { ...INSURER, name: 'insurance NORTH' })
  expect(refusal(again)).toEqual([409, 'already_exists', 'name: already_exists'])
  const patched = await client.patch(`/v1/payers/${payer.id}`, { daysUntilDue: 60, taxId: null })
  expect(patched.body).toMatchObject({ daysUntilDue: 60, taxId: null, name: INSURER.name })
})

test('a client is a payer once, and named by their own record', async () => {
  const client = await api.createTenant()
  const { id: clientId } = await newClient(client)
  const payer = await create(client, '/v1/payers', { kind: 'CLIENT', clientId })
  expect(payer).toMatchObject({ kind: 'CLIENT', clientId, name: null, daysUntilDue: 30 })
  const again = await client.post('/v1/payers', { kind: 'CLIENT', clientId })
  expect(refusal(again)).toEqual([409, 'already_exists', 'clientId: already_exists'])
  const named = await client.patch(`/v1/payers/${payer.id}`, { name: 'Mara' })
  expect(refusal(named)).toEqual([400, 'validation_failed', 'name: not_allowed'])

  await client.post(`/v1/payers/${payer.id}/archive`)
  await create(client, '/v1/payers', { kind: 'CLIENT', clientId })
  const restored = await client.post(`/v1/payers/${payer.id}/restore`)
  expect(refusal(restored)).toEqual([409, 'already_exists', 'clientId: already_exists'])
})

test.each([
  [{ kind: 'INSURER' }, 'name: required'],
  [{ kind: 'CLIENT' }, 'clientId: required'],
  [{ ...INSURER, daysUntilDue: 366 }, 'daysUntilDue: too_large'],
  [{ ...INSURER, kind: 'BANK' }, 'kind: invalid_value'],
])('%j is refused: %s', async (body, issue) => {
  const client = await api.createTenant()
  expect(refusal(await client.post('/v1/payers', body))).toEqual([400, 'validation_failed', issue])
})

test('a treatment cycle names a recorded payer, by id or name', async () => {
  const client = await api.createTenant()
  const { id: payerId } = await create(client, '/v1/payers', INSURER)
  const cycle = async (payer: object) =>
    create(client, '/v1/treatment-cycles', {
      childId: (await newChild(client)).id,
      ...payer,
      authorized: 20,
      startsOn: '2026-09-01',
      endsOn: '2027-02-28',
    })
  expect(await cycle({ payerId })).toMatchObject({ payerId, payer: INSURER.name })
  expect(await cycle({ payer: 'INSURANCE north' })).toMatchObject({ payerId })
  const inWords = await cycle({ payer: 'The family' })
  expect(inWords).toMatchObject({ payerId: null, payer: 'The family' })
  const patched = await client.patch(`/v1/treatment-cycles/${inWords.id}`, { payerId })
  expect(patched.body).toMatchObject({ payerId, payer: INSURER.name })
})
