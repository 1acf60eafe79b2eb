import { settlePayment } from '#billing/payments/settle-payment.ts'
import { systemContext } from '#platform/core/context.ts'
import type { Json, Made, Records } from './records.ts'
import type { People } from './people.ts'
import type { Scheduling } from './scheduling.ts'

/** What is charged and authorized. */
export const createBilling = (
  { make, api, client: { tenantId } }: Records,
  { child }: People,
  { appointment }: Scheduling,
) => {
  const newTreatmentCycle = async (): Promise<Json> => ({
    childId: (await child()).id,
    payer: 'Public insurance',
    authorized: 20,
    startsOn: '2026-09-01',
    endsOn: '2027-02-28',
  })

  const treatmentCycle = async () => make('/v1/treatment-cycles', await newTreatmentCycle())

  const order = async () => make('/v1/orders', { appointmentId: (await appointment()).id })

  const payment = async () =>
    make('/v1/payments', {
      orderId: (await order()).id,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })

  const capturedPayment = async (): Promise<Made> => {
    const made = await payment()
    const ctx = systemContext(api.services.platform, { tenantId, action: 'settlePayment' })
    await settlePayment(ctx, { id: made.id, result: { outcome: 'SUCCEEDED', reference: 'r' } })
    return made
  }

  const refund = async () =>
    make(`/v1/payments/${(await capturedPayment()).id}/refunds`, {
      reason: 'The therapist was ill.',
    })

  return { newTreatmentCycle, treatmentCycle, order, payment, capturedPayment, refund }
}
