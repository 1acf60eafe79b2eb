import { describe, expect, test } from 'vitest'
import { GatewayUnavailableError } from '../../providers/payments/gateway.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'

const request = (paymentMethodId: string) => ({
  paymentId: 'pay_1',
  amountMinor: 9500,
  currency: 'EUR',
  paymentMethodType: 'CARD',
  paymentMethodId,
  reference: null,
  returnUrl: null,
  isOverdue: false,
  idempotencyKey: 'ten_1/pay_1',
})

describe('the payment sandbox', () => {
  test.each([
    ['pm_sandbox_ok', { outcome: 'SUCCEEDED', reference: 'sandbox_pay_1' }],
    ['pm_sandbox_declined', { outcome: 'FAILED', failureCode: 'card_declined' }],
    ['pm_sandbox_insufficient_funds', { outcome: 'FAILED', failureCode: 'insufficient_funds' }],
    ['pm_sandbox_expired', { outcome: 'FAILED', failureCode: 'card_expired' }],
    [
      'pm_sandbox_authentication_required',
      { outcome: 'FAILED', failureCode: 'authentication_required' },
    ],
    ['toString', { outcome: 'FAILED', failureCode: 'unknown_payment_method' }],
    ['shells', { outcome: 'FAILED', failureCode: 'unknown_payment_method' }],
  ])('%s gives the same result for every attempt', async (method, result) => {
    const gateway = createSandboxGateway()
    expect(await gateway.capture(request(method))).toMatchObject(result)
    expect(await gateway.capture(request(method))).toMatchObject(result)
  })

  test('pm_sandbox_timeout_once is unavailable once per payment', async () => {
    const gateway = createSandboxGateway()
    const pay = () => gateway.capture(request('pm_sandbox_timeout_once'))
    await expect(pay()).rejects.toThrow(GatewayUnavailableError)
    expect(await pay()).toMatchObject({ outcome: 'SUCCEEDED' })
  })

  test.each([
    ['pm_sandbox_redirect', 'https://sandbox.example/authenticate', { outcome: 'SUCCEEDED' }],
    ['pm_sandbox_sepa_ok', null, { outcome: 'SUCCEEDED' }],
    ['pm_sandbox_sepa_returned', null, { outcome: 'FAILED', failureCode: 'debit_not_authorized' }],
  ])('%s is decided when it is polled', async (method, redirectUrl, result) => {
    const gateway = createSandboxGateway()
    const asked = { ...request(method), returnUrl: 'https://centre.example/paid' }
    const pending = { outcome: 'PENDING', reference: 'sandbox_pay_1', redirectUrl }
    expect(await gateway.capture(asked)).toEqual(pending)
    expect(await gateway.capture(asked)).toEqual(pending)
    expect(await gateway.capture({ ...asked, reference: 'sandbox_pay_1' })).toMatchObject(result)
  })

  test('a payer without a return URL cannot authenticate', async () => {
    expect(await createSandboxGateway().capture(request('pm_sandbox_redirect'))).toMatchObject({
      outcome: 'FAILED',
      failureCode: 'authentication_required',
    })
  })

  test('pm_sandbox_timeout is always unavailable', async () => {
    const gateway = createSandboxGateway()
    for (const _ of [1, 2, 3])
      await expect(gateway.capture(request('pm_sandbox_timeout'))).rejects.toThrow(
        GatewayUnavailableError,
      )
  })
})
