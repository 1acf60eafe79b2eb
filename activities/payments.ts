import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { getCreditPayoutToMake } from '#payments/credit-payouts/queries.ts'
import { settleCreditPayout } from '#payments/credit-payouts/settle-credit-payout.ts'
import { getPaymentToCapture, type PaymentToCapture } from '#payments/payments/queries.ts'
import { isInFlight } from '#payments/payments/rules.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { getDisputeToReview, type DisputeToReview } from '#payments/disputes/queries.ts'
import { recordDispute } from '#payments/disputes/record-dispute.ts'
import { recordResponse } from '#payments/disputes/record-response.ts'
import { renderEvidence } from '#payments/disputes/render-evidence.ts'
import { settleDispute } from '#payments/disputes/settle-dispute.ts'
import { getRefundToMake, type RefundToMake } from '#payments/refunds/queries.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { GatewayAnswer, PaymentGateway } from '../providers/payments/gateway.ts'
import type { ActivityDeps } from './activity-deps.ts'
import { workflowContext } from './context.ts'
import { gatewaysOf } from './gateways.ts'

/** Payments at the gateway. */
export const paymentActivities = (deps: ActivityDeps) => {
  const { platform, gateway } = deps
  const gatewayOf = gatewaysOf(deps)

  return {
    /**
     * Captures a payment, or asks for its state. Returns whether it is pending. If a response is lost, the call
     * is repeated with the same key, so the gateway captures once.
     */
    capturePayment: async ({ tenantId, subjectId: id }: SubjectInput): Promise<boolean> => {
      const ctx = workflowContext(platform, tenantId)
      const payment = await getPaymentToCapture(ctx, { id })
      // Results from the gateway are recorded even if the centre was suspended meanwhile.
      const recording = { ...ctx, whileSuspended: true } as const
      const its = await gatewayOf(payment.account)
      if (!isInFlight(payment.status)) {
        await lookForDispute(recording, its, payment)
        return false
      }
      const answer = await capture(recording, its, payment)
      const { status } = await settlePayment(recording, { id, result: answer })
      await lookForDispute(recording, its, { ...payment, status })
      return answer.outcome === 'PENDING'
    },

    /** Submits a response, if there is one, and asks for the state of a dispute. Returns whether it is open. */
    reviewDispute: async ({ tenantId, subjectId: id }: SubjectInput): Promise<boolean> => {
      const ctx = workflowContext(platform, tenantId)
      const recording = { ...ctx, whileSuspended: true } as const
      const dispute = await getDisputeToReview(ctx, { id })
      if (dispute.isOver) return false
      const its = await gatewayOf(dispute.account)
      const isRefused = await answerDispute(recording, its, id, dispute)
      const state = await its.reviewDispute({
        ...dispute.request,
        answer: isRefused ? null : dispute.answer,
      })
      const { closedAt } = await settleDispute(recording, { id, state })
      return closedAt === null
    },

    /**
     * Works like a capture: repeated with the same key, the gateway refunds once. A refund can bounce later;
     * its event then triggers another check.
     */
    makeRefund: async ({ tenantId, subjectId: id }: SubjectInput): Promise<boolean> => {
      const ctx = workflowContext(platform, tenantId)
      const refund = await getRefundToMake(ctx, { id })
      const isOpen = refund.status === 'PROCESSING'
      const result = await askForRefund(await gatewayOf(refund.account), refund)
      if (!result) return false
      await settleRefund({ ...ctx, whileSuspended: true }, { id, result })
      return isOpen && result.outcome === 'PENDING'
    },

    /** Works like a capture: repeated with the same key, the gateway pays once. */
    payOutCredit: async ({ tenantId, subjectId: id }: SubjectInput): Promise<void> => {
      const ctx = workflowContext(platform, tenantId)
      const { status, request } = await getCreditPayoutToMake(ctx, { id })
      if (status !== 'PROCESSING') return
      const result = await gateway.payOut(request)
      await settleCreditPayout({ ...ctx, whileSuspended: true }, { id, result })
    },
  }
}

/** Submits the response to a dispute once. Returns whether the gateway refused it. */
const answerDispute = async (
  ctx: Context,
  gateway: PaymentGateway,
  id: string,
  { isAnswering, answer, request, idempotencyKey }: DisputeToReview,
): Promise<boolean> => {
  if (answer === null || !isAnswering) return false
  const { reference } = request
  const files = await renderEvidence(ctx, answer)
  const result = await gateway.answerDispute({ ...answer, reference, files, idempotencyKey })
  await recordResponse(ctx, { id, result })
  return result.outcome === 'FAILED'
}

const askForRefund = async (
  gateway: PaymentGateway,
  refund: RefundToMake,
): Promise<GatewayAnswer | undefined> => {
  const { status, reference } = refund
  if (status === 'PROCESSING') return gateway.refund(refund)
  return status === 'SUCCEEDED' && reference !== null
    ? gateway.reviewRefund?.(reference)
    : undefined
}

/** A gateway that sends no events reports disputes when it is asked about the capture. */
const lookForDispute = async (
  ctx: Context,
  gateway: PaymentGateway,
  payment: PaymentToCapture,
): Promise<void> => {
  if (payment.status !== 'SUCCEEDED') return
  const state = await gateway.findDispute?.(payment)
  if (state) await recordDispute(ctx, { paymentId: payment.paymentId, state })
}

/** Captures a payment. The gateway's id of the payment is recorded first. */
const capture = async (
  ctx: Context,
  gateway: PaymentGateway,
  payment: PaymentToCapture,
): Promise<GatewayAnswer> => {
  if (payment.reference !== null || !gateway.register) return gateway.capture(payment)
  const registered = await gateway.register(payment)
  if (registered.outcome !== 'PENDING') return registered
  await settlePayment(ctx, { id: payment.paymentId, result: registered })
  return gateway.capture({ ...payment, reference: registered.reference })
}
