import { createOrder } from '#receivables/orders/create-order.ts'
import { createPayment } from '#payments/payments/create-payment.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import type { Centre } from './centre.ts'
import type { DrillRun } from './drill.ts'
import { eventually } from './kill-at-each-step.ts'

/** Appointments paid, and cancelled or settled, at the same time. */
export const AT_ONCE = 6
const PRICE = 9_501

export type Till = Awaited<ReturnType<typeof openTill>>
export type Batch = Awaited<ReturnType<Till['paid']>>

/** Families who prepay appointments. */
export const openTill = async ({ site }: DrillRun, { ctx, tenantId, nextBooking }: Centre) => {
  const { id: serviceId } = await createService(
    ctx,
    CreateService.parse({
      code: 'SAGA',
      name: 'Therapy',
      durationMinutes: 45,
      amount: PRICE,
      currency: 'EUR',
    }),
  )
  const families = new Map<string, string>()
  const familyOf = async (childId: string) => {
    const { id } = await createClient(ctx, { name: 'Drill Family' })
    await createGuardianship(ctx, {
      childId,
      clientId: id,
      relationship: 'mother',
      legal: true,
      billing: true,
    })
    families.set(childId, id)
  }
  const count = async (text: string, ids: readonly string[]) =>
    (await site.query<{ n: number }>(text, [tenantId, ids]))[0]!.n
  const paid = async (method: string) => {
    const appointments: { id: string; providerId: string; paymentId: string }[] = []
    for (let index = 0; index < AT_ONCE; index += 1) {
      const { startsAt, ...booking } = nextBooking()
      if (!families.has(booking.childId)) await familyOf(booking.childId)
      const slot = { ...booking, serviceId, startsAt: new Date(startsAt) }
      const { id } = await createAppointment(ctx, slot)
      const { id: orderId } = await createOrder(ctx, { appointmentId: id })
      const paymentMethod = { type: 'CARD', id: method } as const
      const { id: paymentId } = await createPayment(ctx, { orderId, paymentMethod })
      appointments.push({ id, providerId: booking.providerId, paymentId })
    }
    const paymentIds = appointments.map(({ paymentId }) => paymentId)
    await eventually(async () => (await count(CAPTURED, paymentIds)) === AT_ONCE)
    return {
      appointments,
      paymentIds,
      cancel: async () => {
        for (const { id } of appointments)
          await cancelAppointment(ctx, { id, initiator: 'PROVIDER', reason: 'Ill' })
      },
    }
  }
  return { ctx, tenantId, serviceId, families, count, paid }
}

/** SQL that counts those records $2 of a table in this state. */
export const of = (table: string, where: string) =>
  `SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1 AND ${where}`

const CAPTURED = of('payments', `id = ANY ($2) AND status = 'SUCCEEDED'`)
export const REFUNDED = of('refunds', `payment_id = ANY ($2) AND status = 'SUCCEEDED'`)
