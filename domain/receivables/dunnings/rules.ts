import { DomainError, invalid } from '#platform/core/errors/errors.ts'

export const DunningStatus = ['ACTIVE', 'HELD', 'STOPPED'] as const
export type DunningStatus = (typeof DunningStatus)[number]

/** Why a person holds reminders back. */
export const HoldReason = ['DISPUTED', 'PAYMENT_PLAN', 'OTHER'] as const
export type HoldReason = (typeof HoldReason)[number]

/** Why there is nothing to remind of any more. */
export const StopReason = ['PAID', 'CREDITED', 'WRITTEN_OFF'] as const
export type StopReason = (typeof StopReason)[number]

/** What of an invoice is left, order by order. */
export interface InvoicedOrder {
  status: string
  credited: boolean
  due: number
}

/** Why nothing is to be paid of an invoice; undefined while something is. */
export const stopReasonOf = (orders: readonly InvoicedOrder[]): StopReason | undefined => {
  if (orders.some(({ due }) => due > 0)) return undefined
  const left = orders.filter(({ credited }) => !credited)
  if (left.length === 0) return 'CREDITED'
  return left.some(({ status }) => status === 'WRITTEN_OFF') ? 'WRITTEN_OFF' : 'PAID'
}

/** A hold that has an end ends on a day that is still to come. */
export const assertHoldEnds = (resumesOn: string | undefined, today: string): void => {
  if (resumesOn === undefined || resumesOn > today) return
  throw invalid('resumesOn', 'too_small', `Today is ${today}. Say a later day, or leave it out.`)
}

/** What is given up is what is still owed. */
export const assertOwed = (due: number): void => {
  if (due > 0) return
  throw new DomainError('nothing_to_write_off', 'Nothing is to be paid of the invoice.')
}
