import { createOrder } from '#receivables/orders/create-order.ts'
import { approveSettlement } from '#payouts/settlements/approve-settlement.ts'
import { createSettlement } from '#payouts/settlements/create-settlement.ts'
import { createSplitTerms } from '#payouts/split-terms/create-split-terms.ts'
import { CreateSplitTerms } from '#payouts/split-terms/schemas.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import type { Context } from '#platform/core/context/context.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { payTo } from '../payout-accounts/pay-to.ts'

interface Settled {
  childId: string
  providerId: string
  startsAt: Date
  /** The sandbox payout account of the provider. */
  account: string
  /** Pays an order and waits for the capture. Returns the payment's id. */
  pay: (orderId: string) => Promise<string>
}

/** A paid and settled appointment, approved by another person than the requester. Returns its id. */
export const settleAppointment = async (
  ctx: Context,
  { childId, providerId, startsAt, account, pay }: Settled,
): Promise<string> => {
  const code = { code: `SETTLED_${startsAt.getTime()}`, name: 'Settled', durationMinutes: 45 }
  const priced = { ...code, amount: 10_000, currency: 'EUR' }
  const { id: serviceId } = await createService(ctx, CreateService.parse(priced))
  const type = 'THERAPY_SESSION' as const
  const booking = { childId, providerId, serviceId, type, startsAt }
  const { id: appointmentId } = await createAppointment(ctx, booking)
  const { id: orderId } = await createOrder(ctx, { appointmentId })
  const paymentIds = [await pay(orderId)]
  const shares = { platform: { percent: 10 }, provider: { percent: 70 }, centre: { percent: 20 } }
  const agreed = { recognition: 'PAYMENT' as const, startsOn: '2026-01-01' }
  const terms = { serviceId, currency: 'EUR', ...agreed, shares }
  await createSplitTerms(ctx, CreateSplitTerms.parse(terms))
  const { id } = await createSettlement(ctx, { providerId, paymentIds })
  await payTo(ctx, providerId, account)
  const another = { kind: 'SYSTEM', id: 'another', permissions: 'all' } as const
  await approveSettlement({ ...ctx, actor: another }, { id: id! })
  return id!
}
