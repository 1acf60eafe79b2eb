import {
  GatewayUnavailableError,
  type DisputeAnswer,
  type DisputeRequest,
  type GatewayAnswer,
  type GatewayResult,
  type PaymentGateway,
} from './gateway.ts'
import type { DisputeState } from './dispute-state.ts'
import type { PayoutGateway } from './payout-gateway.ts'

type Decision = 'SUCCEEDS' | 'UNAVAILABLE_ONCE' | 'UNAVAILABLE' | { failureCode: string }

/** A payment that is decided on the next call. */
interface Later {
  /** Where the payer would authenticate; null for a method that takes days. */
  redirectUrl: string | null
  finally: Decision
}

/** The fixed result of each payment method. Every other token fails. */
export const SANDBOX_METHODS = {
  pm_sandbox_ok: 'SUCCEEDS',
  pm_sandbox_timeout_once: 'UNAVAILABLE_ONCE',
  pm_sandbox_timeout: 'UNAVAILABLE',
  pm_sandbox_declined: { failureCode: 'card_declined' },
  pm_sandbox_insufficient_funds: { failureCode: 'insufficient_funds' },
  pm_sandbox_expired: { failureCode: 'card_expired' },
  pm_sandbox_authentication_required: { failureCode: 'authentication_required' },
  pm_sandbox_redirect: {
    redirectUrl: 'https://sandbox.example/authenticate',
    finally: 'SUCCEEDS',
  },
  pm_sandbox_sepa_ok: { redirectUrl: null, finally: 'SUCCEEDS' },
  pm_sandbox_sepa_returned: { redirectUrl: null, finally: { failureCode: 'debit_not_authorized' } },
  pm_sandbox_disputed: 'SUCCEEDS',
  pm_sandbox_dispute_lost: 'SUCCEEDS',
  pm_sandbox_inquiry: 'SUCCEEDS',
  pm_sandbox_refund_declined: 'SUCCEEDS',
  pm_sandbox_refund_timeout_once: 'SUCCEEDS',
} as const satisfies Record<string, Decision | Later>

/** The fixed result of refunds, for methods whose refunds do not succeed. */
const REFUNDS: Readonly<Record<string, Decision>> = {
  pm_sandbox_refund_declined: { failureCode: 'refund_declined' },
  pm_sandbox_refund_timeout_once: 'UNAVAILABLE_ONCE',
}

/** The bank's fixed reaction to payments with these methods. */
const DISPUTES: Readonly<Record<string, Pick<DisputeState, 'status' | 'isInquiry'>>> = {
  pm_sandbox_disputed: { status: 'NEEDS_RESPONSE', isInquiry: false },
  pm_sandbox_dispute_lost: { status: 'LOST', isInquiry: false },
  pm_sandbox_inquiry: { status: 'NEEDS_RESPONSE', isInquiry: true },
}
const DISPUTE_FEE_MINOR = 1_500

/** A text in the evidence decides a dispute, as in Stripe's test mode. */
const WINNING = 'winning_evidence'
const LOSING = 'losing_evidence'

const statusAfter = ({ isAcceptance, texts }: DisputeAnswer): DisputeState['status'] => {
  const says = (word: string) => texts.some(({ text }) => text.includes(word))
  if (isAcceptance || says(LOSING)) return 'LOST'
  return says(WINNING) ? 'WON' : 'UNDER_REVIEW'
}

const disputeOf = (
  reference: string,
  { paymentMethodId, amountMinor, currency, answer }: Omit<DisputeRequest, 'reference'>,
): DisputeState | undefined => {
  const decided = Object.hasOwn(DISPUTES, paymentMethodId) && DISPUTES[paymentMethodId]
  if (!decided) return undefined
  const isAnswered = answer !== null && decided.status === 'NEEDS_RESPONSE'
  const found = isAnswered ? statusAfter(answer) : decided.status
  const status =
    decided.isInquiry && found !== 'NEEDS_RESPONSE' && found !== 'UNDER_REVIEW' ? 'CLOSED' : found
  const withdrawnMinor = decided.isInquiry ? 0 : amountMinor
  return {
    isInquiry: decided.isInquiry,
    status,
    reference,
    reason: 'fraudulent',
    amountMinor,
    currency,
    withdrawnMinor,
    withheldMinor: status === 'WON' ? 0 : withdrawnMinor,
    fee: decided.isInquiry ? null : { amountMinor: DISPUTE_FEE_MINOR, currency },
    dueAt: null,
  }
}

/** The fixed results of payouts, by account. Every other account is refused. */
export const SANDBOX_PAYOUT_ACCOUNTS = {
  acct_sandbox_ok: { transfer: 'SUCCEEDS', payout: 'SUCCEEDS' },
  acct_sandbox_timeout_once: { transfer: 'UNAVAILABLE_ONCE', payout: 'UNAVAILABLE_ONCE' },
  acct_sandbox_transfer_declined: {
    transfer: { failureCode: 'transfer_declined' },
    payout: 'SUCCEEDS',
  },
  acct_sandbox_payout_declined: {
    transfer: 'SUCCEEDS',
    payout: { failureCode: 'payout_declined' },
  },
} as const satisfies Record<string, { transfer: Decision; payout: Decision }>

/** The fixed results, by IBAN. Nobody has these accounts. */
const IBANS = {
  DE89370400440532013000: SANDBOX_PAYOUT_ACCOUNTS.acct_sandbox_ok,
  DE62370400440532013001: SANDBOX_PAYOUT_ACCOUNTS.acct_sandbox_timeout_once,
  DE35370400440532013002: SANDBOX_PAYOUT_ACCOUNTS.acct_sandbox_transfer_declined,
  DE08370400440532013003: SANDBOX_PAYOUT_ACCOUNTS.acct_sandbox_payout_declined,
}

const ACCOUNTS: Readonly<Record<string, { transfer: Decision; payout: Decision }>> = {
  ...SANDBOX_PAYOUT_ACCOUNTS,
  ...IBANS,
}
const UNKNOWN_ACCOUNT: Decision = { failureCode: 'unknown_payout_account' }

const decisionOn = (payoutAccountId: string, step: 'transfer' | 'payout'): Decision =>
  Object.hasOwn(ACCOUNTS, payoutAccountId) ? ACCOUNTS[payoutAccountId]![step] : UNKNOWN_ACCOUNT

const METHODS: Readonly<Record<string, Decision | Later>> = SANDBOX_METHODS
const UNKNOWN: Decision = { failureCode: 'unknown_payment_method' }

/**
 * A gateway without real money. `UNAVAILABLE_ONCE` fails on a key's first attempt in this process and succeeds
 * on the next. A later decision is pending until its reference is stored.
 */
export const createSandboxGateway = (): PaymentGateway & PayoutGateway => {
  const seen = new Set<string>()
  const answer = (decision: Decision, key: string, reference: string): GatewayResult => {
    const isFirst = !seen.has(key)
    if (decision === 'UNAVAILABLE' || (decision === 'UNAVAILABLE_ONCE' && isFirst)) {
      seen.add(key)
      throw new GatewayUnavailableError('The sandbox was asked to be unavailable')
    }
    return typeof decision === 'string'
      ? { outcome: 'SUCCEEDED', reference }
      : { outcome: 'FAILED', failureCode: decision.failureCode, reference }
  }
  return {
    name: 'sandbox',
    async capture({ paymentId, paymentMethodId, reference, returnUrl, idempotencyKey }) {
      const decision =
        (Object.hasOwn(METHODS, paymentMethodId) && METHODS[paymentMethodId]) || UNKNOWN
      const own = `sandbox_${paymentId}`
      if (typeof decision === 'string' || !('finally' in decision))
        return answer(decision, idempotencyKey, own)
      const { redirectUrl, finally: ending } = decision
      if (redirectUrl !== null && returnUrl === null)
        return { outcome: 'FAILED', failureCode: 'authentication_required', reference: own }
      return reference === null
        ? ({ outcome: 'PENDING', reference: own, redirectUrl } satisfies GatewayAnswer)
        : answer(ending, idempotencyKey, own)
    },
    async refund({ refundId, paymentMethodId, idempotencyKey }) {
      const decision = Object.hasOwn(REFUNDS, paymentMethodId) && REFUNDS[paymentMethodId]
      return answer(decision || 'SUCCEEDS', idempotencyKey, `sandbox_${refundId}`)
    },
    async findDispute(request) {
      return disputeOf(`sandbox_dispute_${request.paymentId}`, { ...request, answer: null })
    },
    async answerDispute({ reference }) {
      return { outcome: 'SUCCEEDED', reference }
    },
    async reviewDispute(request) {
      const state = disputeOf(request.reference, request)
      if (!state) throw new TypeError(`The sandbox has no dispute ${request.paymentMethodId}`)
      return state
    },
    async transfer({ recordId, payoutAccountId, idempotencyKey }) {
      const decision = decisionOn(payoutAccountId, 'transfer')
      return answer(decision, idempotencyKey, `sandbox_transfer_${recordId}`)
    },
    async payOut({ recordId, payoutAccountId, idempotencyKey }) {
      const decision = decisionOn(payoutAccountId, 'payout')
      return answer(decision, idempotencyKey, `sandbox_payout_${recordId}`)
    },
    async reverseTransfer({ recordId, idempotencyKey }) {
      return answer('SUCCEEDS', idempotencyKey, `sandbox_reversal_${recordId}`)
    },
  }
}
