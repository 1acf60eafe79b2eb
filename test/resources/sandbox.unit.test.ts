import { describe, expect, test } from 'vitest'
import { GatewayUnavailableError } from '../../providers/payments/gateway.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'

const request = (method: string) => ({
  paymentId: 'pay_1',
  amountMinor: 9500,
  currency: 'EUR',
  method,
  idempotencyKey: 'ten_1/pay_1',
})

describe('the payment sandbox', () => {
  test.each([
    ['card_ok', { outcome: 'SUCCEEDED', reference: 'sandbox_pay_1' }],
    ['card_declined', { outcome: 'FAILED', failureCode: 'card_declined' }],
    ['card_insufficient_funds', { outcome: 'FAILED', failureCode: 'insufficient_funds' }],
    ['card_expired', { outcome: 'FAILED', failureCode: 'card_expired' }],
    ['shells', { outcome: 'FAILED', failureCode: 'unknown_method' }],
  ])('%s gives the same result at every attempt', async (method, result) => {
    const gateway = createSandboxGateway()
    expect(await gateway.capture(request(method))).toMatchObject(result)
    expect(await gateway.capture(request(method))).toMatchObject(result)
  })

  test('card_error_once is unavailable once per payment', async () => {
    const gateway = createSandboxGateway()
    const pay = () => gateway.capture(request('card_error_once'))
    await expect(pay()).rejects.toThrow(GatewayUnavailableError)
    expect(await pay()).toMatchObject({ outcome: 'SUCCEEDED' })
  })

  test('card_error is unavailable for good', async () => {
    const gateway = createSandboxGateway()
    for (const _ of [1, 2, 3])
      await expect(gateway.capture(request('card_error'))).rejects.toThrow(GatewayUnavailableError)
  })
})
