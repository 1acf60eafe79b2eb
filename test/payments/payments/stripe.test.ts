import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  GatewayUnavailableError,
  type CaptureRequest,
} from '../../../providers/payments/gateway.ts'
import { createStripeGateway } from '../../../providers/payments/stripe.ts'
import { startStripeServer, type StripeServer } from '../../support/stripe-server.ts'

let stripe: StripeServer
beforeEach(async () => {
  stripe = await startStripeServer()
})
afterEach(() => stripe[Symbol.asyncDispose]())

const gateway = () => createStripeGateway('sk_test_0123456789', stripe.url)

const request = (paymentMethodId: string, more: Partial<CaptureRequest> = {}): CaptureRequest => ({
  paymentId: 'pay_1',
  amountMinor: 9_500,
  currency: 'EUR',
  paymentMethodType: 'CARD',
  paymentMethodId,
  reference: null,
  returnUrl: null,
  isOverdue: false,
  idempotencyKey: 'ten_1/pay_1',
  ...more,
})

/** Created, and captured by its reference. */
const pay = async (paymentMethodId: string, more: Partial<CaptureRequest> = {}) => {
  const asked = request(paymentMethodId, more)
  const registered = await gateway().register!(asked)
  const { reference = null } = registered
  return gateway().capture({ ...asked, reference })
}

test('an intent is created without moving money, and captured once by its id', async () => {
  const asked = request('pm_card_visa')
  const registered = await gateway().register!(asked)
  expect(registered).toEqual({ outcome: 'PENDING', reference: 'pi_1', redirectUrl: null })
  expect(stripe.captured()).toBe(0)
  const captured = { outcome: 'SUCCEEDED', reference: 'pi_1' }
  expect(await gateway().capture({ ...asked, reference: 'pi_1' })).toEqual(captured)
  stripe.forgetKeys()
  expect(await gateway().capture({ ...asked, reference: 'pi_1' })).toEqual(captured)
  expect([stripe.captured(), stripe.intents.get('pi_1')!.metadata]).toEqual([
    9_500,
    { payment_id: 'pay_1' },
  ])
})

test.each([
  ['pm_card_chargeDeclined', 'card_declined'],
  ['pm_card_insufficientFunds', 'insufficient_funds'],
  ['pm_card_expired', 'card_expired'],
  ['pm_unheard_of', 'unknown_payment_method'],
])('%s fails with %s and cannot succeed later', async (method, failureCode) => {
  expect(await pay(method)).toEqual({ outcome: 'FAILED', failureCode, reference: 'pi_1' })
  expect(stripe.intents.get('pi_1')!.status).toBe('canceled')
  expect(await gateway().capture(request('pm_card_visa', { reference: 'pi_1' }))).toMatchObject({
    outcome: 'FAILED',
  })
  expect(stripe.captured()).toBe(0)
})

test('an intent refused by Stripe fails', async () => {
  expect(await gateway().register!(request('pm_card_visa', { amountMinor: 49 }))).toEqual({
    outcome: 'FAILED',
    failureCode: 'amount_too_small',
  })
})

test('a payer authenticates at the URL of Stripe, and then the payment is captured', async () => {
  const returnUrl = 'https://centre.example/paid'
  expect(await pay('pm_card_authenticationRequired', { returnUrl })).toEqual({
    outcome: 'PENDING',
    reference: 'pi_1',
    redirectUrl: 'https://hooks.stripe.example/pi_1',
  })
  stripe.decide('pi_1', 'succeeded')
  const asked = request('pm_card_authenticationRequired', { returnUrl, reference: 'pi_1' })
  expect(await gateway().capture(asked)).toEqual({ outcome: 'SUCCEEDED', reference: 'pi_1' })
})

test.each([
  ['nobody can come back', {}],
  ['the payer had long enough', { returnUrl: 'https://centre.example/paid', isOverdue: true }],
])('without authentication it fails and is cancelled: %s', async (_, more) => {
  expect(await pay('pm_card_authenticationRequired', more)).toMatchObject({
    outcome: 'FAILED',
    failureCode: 'authentication_required',
  })
  expect(stripe.intents.get('pi_1')!.status).toBe('canceled')
})

test('a debit takes days and is paid or returned', async () => {
  const debit = { paymentMethodType: 'SEPA_DEBIT' }
  const asked = request('pm_sepa_debit', { ...debit, reference: 'pi_1' })
  const pending = { outcome: 'PENDING', reference: 'pi_1', redirectUrl: null }
  expect(await pay('pm_sepa_debit', debit)).toEqual(pending)
  expect(await gateway().capture(asked)).toEqual(pending)
  stripe.decide('pi_1', { declineCode: 'debit_not_authorized' })
  expect(await gateway().capture(asked)).toEqual({
    outcome: 'FAILED',
    failureCode: 'debit_not_authorized',
    reference: 'pi_1',
  })
})

test.each(['payment_intents', 'confirm', 'cancel'])(
  'a response lost at %s is recovered, even after a day',
  async (ending) => {
    const method = ending === 'cancel' ? 'pm_card_chargeDeclined' : 'pm_card_visa'
    stripe.next(ending, 'LOSE_ANSWER')
    stripe.next(ending, 'LOSE_ANSWER')
    await expect(pay(method)).rejects.toThrow(GatewayUnavailableError)
    if (ending !== 'payment_intents') stripe.forgetKeys()
    const again = await gateway().register!(request(method)).then(() =>
      gateway().capture(request(method, { reference: 'pi_1' })),
    )
    expect(again.outcome).toBe(ending === 'cancel' ? 'FAILED' : 'SUCCEEDED')
    expect(stripe.captured()).toBe(ending === 'cancel' ? 0 : 9_500)
  },
)

test.each(['UNAVAILABLE', 'TOO_MANY', 'REFUSE_KEY'] as const)(
  '%s is not a decline and is retried',
  async (accident) => {
    stripe.next('confirm', accident)
    await expect(pay('pm_card_visa')).rejects.toThrow(GatewayUnavailableError)
    const asked = request('pm_card_visa', { reference: 'pi_1' })
    expect(await gateway().capture(asked)).toMatchObject({ outcome: 'SUCCEEDED' })
  },
)

test('errors quote nothing from the request', async () => {
  stripe.next('confirm', 'REFUSE_KEY')
  const error: unknown = await pay('pm_card_visa').catch((thrown: unknown) => thrown)
  expect(String(error)).toContain('Stripe refused: StripeAuthenticationError 401')
  expect(JSON.stringify(error) + String(error)).not.toContain('0123456789')
})

const giveBack = (refundId: string, amountMinor: number) =>
  gateway().refund({
    refundId,
    captureReference: 'pi_1',
    paymentMethodId: 'pm_card_visa',
    amountMinor,
    currency: 'EUR',
    idempotencyKey: `ten_1/${refundId}`,
  })

test('a refund with a lost response is found by our id, even after Stripe forgot its key', async () => {
  await pay('pm_card_visa')
  // The list of refunds is read first.
  stripe.next('refunds', 'UNAVAILABLE')
  await expect(giveBack('rfd_1', 4_500)).rejects.toThrow(GatewayUnavailableError)
  await giveBack('rfd_2', 1_000)
  const made = await giveBack('rfd_1', 4_500)
  stripe.forgetKeys()
  expect(await giveBack('rfd_1', 4_500)).toEqual(made)
  expect([made.outcome, stripe.refunded()]).toEqual(['SUCCEEDED', 5_500])
})

test('a refund returned by a bank later is read as failed and not repeated', async () => {
  await pay('pm_card_visa')
  const { reference } = await giveBack('rfd_1', 5_500)
  const review = () => gateway().reviewRefund!(reference!)
  expect(await review()).toEqual({ outcome: 'SUCCEEDED', reference })
  stripe.sendBack(reference!, 'lost_or_stolen_card')
  const failed = { outcome: 'FAILED', failureCode: 'lost_or_stolen_card', reference }
  expect(await review()).toEqual(failed)
  expect(await giveBack('rfd_1', 5_500)).toEqual(failed)
  expect(stripe.refunded()).toBe(0)
  stripe.next(`/${reference}`, 'UNAVAILABLE')
  await expect(review()).rejects.toThrow(GatewayUnavailableError)
})

test('an impossible refund fails, such as one above the balance', async () => {
  await pay('pm_card_refundFail')
  expect(await giveBack('rfd_1', 9_500)).toEqual({
    outcome: 'FAILED',
    failureCode: 'lost_or_stolen_card',
    reference: 're_1',
  })
  expect(await giveBack('rfd_2', 9_501)).toMatchObject({
    outcome: 'FAILED',
    failureCode: 'charge_already_refunded',
  })
})
