/** The visible effect of services chosen by a deployment. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createScanner } from '../../../providers/files/create-scanner.ts'
import { create, newChild } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => {
  // Port 9 of loopback, which nothing listens on.
  const scanner = createScanner('tcp://127.0.0.1:9')
  api = await startApi({ scanner, paymentGateway: 'none', logLevel: 'warn' })
})
afterAll(() => api[Symbol.asyncDispose]())

test('a file that cannot be scanned is refused for now and not stored', async () => {
  const client = await api.createTenant()
  const attachment = await create(client, '/v1/attachments', {
    childId: (await newChild(client)).id,
    name: 'notes.txt',
    contentType: 'text/plain',
  })
  const at = `/v1/attachments/${attachment.id}`
  const link = await client.post<{ path: string }>(`${at}/upload-link`)
  const put = { method: 'PUT', path: link.body.path, body: 'Slept well.' }
  const answer = await api.anonymous().send<{ code: string; detail: string }>(put)
  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  expect(answer.headers.get('retry-after')).toBe('30')
  expect(answer.body.detail).toContain('malware')
  expect((await client.get(at)).body).toMatchObject({ status: 'PENDING', sha256: null })
  const download = await client.post<{ code: string }>(`${at}/download-link`)
  expect(download).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
})

test('without a gateway, payments are refused, but orders are not', async () => {
  const client = await api.createTenant()
  const order = await create(client, '/v1/orders', {
    childId: (await newChild(client)).id,
    lines: [{ description: 'Report', quantity: 1, unitAmount: 4500 }],
  })
  const wanted = { orderId: order.id, paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' } }
  const answer = await client.post<{ detail: string }>('/v1/payments', wanted)
  expect(answer).toMatchObject({ status: 409, body: { code: 'payments_not_accepted' } })
  expect(answer.body.detail).toContain('has no payment account')
  expect((await client.get(`/v1/orders/${order.id}`)).body).toMatchObject({
    status: order['status'],
  })
})
