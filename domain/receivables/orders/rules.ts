import { MAX_ORDER_AMOUNT_MINOR } from './max-order-amount-minor.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import type { LineAmounts } from './line-amounts.ts'

/** Statuses in which a payment can still succeed. */
export const IN_FLIGHT = ['PROCESSING', 'REQUIRES_ACTION'] as const

export const OrderStatus = ['OPEN', 'PAID', 'REFUNDED', 'CANCELLED', 'WRITTEN_OFF'] as const
export type OrderStatus = (typeof OrderStatus)[number]

/** The purpose of an order: a service or goods, the fee for a missed appointment, or the fee for a reminder. */
export const OrderPurpose = ['SERVICE', 'CANCELLATION_FEE', 'NO_SHOW_FEE', 'DUNNING_FEE'] as const
export type OrderPurpose = (typeof OrderPurpose)[number]

/** The outstanding amount of an order; 0 for an order that has ended. */
export const outstandingOf = (order: {
  status: string
  amountMinor: number
  capturedMinor: number
}): number => (order.status === 'OPEN' ? order.amountMinor - order.capturedMinor : 0)

/** The sums of an order's lines, in minor units. */
export const orderAmounts = (lines: readonly LineAmounts[]): LineAmounts => {
  const sum = (member: keyof LineAmounts) => lines.reduce((total, line) => total + line[member], 0)
  const amountMinor = sum('amountMinor')
  const discountMinor = sum('discountMinor')
  if (Math.max(amountMinor, discountMinor) > MAX_ORDER_AMOUNT_MINOR)
    throw invalid(
      'lines',
      'too_large',
      `The lines add up to more than ${MAX_ORDER_AMOUNT_MINOR}. Divide them among several orders.`,
    )
  return { amountMinor, discountMinor, taxMinor: sum('taxMinor') }
}

/** Statuses in which an appointment is not charged. */
const NOT_CHARGED = ['HELD', 'CANCELLED', 'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR']

/** The fields of an appointment that affect its order. */
export interface Chargeable {
  status: string
  /** Who was absent. Nobody pays for a session that the provider missed. */
  absentParty: string | null
}

/** Whether the appointment itself is charged. `therapy.is_chargeable` is the same rule in SQL. */
export const isChargeable = ({ status, absentParty }: Chargeable): boolean =>
  !NOT_CHARGED.includes(status) && !(status === 'NO_SHOW' && absentParty === 'PROVIDER')

export const assertChargeable = (appointment: Chargeable): void => {
  if (isChargeable(appointment)) return
  const { status } = appointment
  throw new DomainError(
    'appointment_not_chargeable',
    `The appointment is ${status}, so it cannot be charged. For anything else, create an order with childId and lines.`,
    { extra: { status } },
  )
}

/** The source of an order: an appointment, or lines for a child, a payer or both. */
export const orderSource = <Lines>(input: {
  appointmentId?: string
  childId?: string
  payerId?: string
  lines?: Lines
}): { appointmentId: string } | { childId: string | null; lines: Lines } => {
  const { appointmentId, childId, payerId, lines } = input
  if (appointmentId === undefined) {
    if (childId === undefined && payerId === undefined)
      throw invalid(
        'childId',
        'required',
        'Send either appointmentId, or lines with childId or payerId.',
      )
    if (lines === undefined)
      throw invalid('lines', 'required', 'lines is required unless you send appointmentId.')
    return { childId: childId ?? null, lines }
  }
  const surplus = childId === undefined ? lines && 'lines' : 'childId'
  if (surplus)
    throw invalid(surplus, 'not_allowed', `The appointment determines ${surplus}. Omit it.`)
  return { appointmentId }
}
