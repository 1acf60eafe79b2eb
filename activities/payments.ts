import type { SubjectInput } from '#platform/core/workflows.ts'
import { getPaymentToCapture } from '#billing/payments/queries.ts'
import { settlePayment } from '#billing/payments/settle-payment.ts'
import { getRefundToMake } from '#billing/refunds/queries.ts'
import { settleRefund } from '#billing/refunds/settle-refund.ts'
import type { ActivityDeps } from './index.ts'
import { workflowContext } from './context.ts'

/** Money at the gateway. */
export const paymentActivities = ({ platform, gateway }: ActivityDeps) => ({
  /** An answer that was lost is asked for again with the same key: the gateway captures once. */
  capturePayment: async ({ tenantId, subjectId: id }: SubjectInput): Promise<void> => {
    const ctx = workflowContext(platform, tenantId)
    const payment = await getPaymentToCapture(ctx, { id })
    if (payment.status !== 'PROCESSING') return
    const result = await gateway.capture(payment)
    // What the gateway has done is put on record, also when the centre was suspended meanwhile.
    await settlePayment({ ...ctx, whileSuspended: true }, { id, result })
  },

  /** As with a capture: asked twice with the same key, the gateway gives back once. */
  makeRefund: async ({ tenantId, subjectId: id }: SubjectInput): Promise<void> => {
    const ctx = workflowContext(platform, tenantId)
    const refund = await getRefundToMake(ctx, { id })
    if (refund.status !== 'PROCESSING') return
    const result = await gateway.refund(refund)
    await settleRefund({ ...ctx, whileSuspended: true }, { id, result })
  },
})
