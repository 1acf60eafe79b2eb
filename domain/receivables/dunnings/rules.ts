import { DomainError, invalid } from '#platform/core/errors/errors.ts'

export const DunningStatus = ['ACTIVE', 'HELD', 'STOPPED'] as const
export type DunningStatus = (typeof DunningStatus)[number]

/** Why a person has paused reminders. */
export const HoldReason = ['DISPUTED', 'PAYMENT_PLAN', 'OTHER'] as const
export type HoldReason = (typeof HoldReason)[number]

/** Why reminders ended. */
export const StopReason = ['PAID', 'CREDITED', 'WRITTEN_OFF'] as const
export type StopReason = (typeof StopReason)[number]

/** The part of an invoice that is outstanding, by order. */
export interface InvoicedOrder {
  status: string
  credited: boolean
  due: number
}

/** Why nothing is owed for an invoice; undefined if something is owed. */
export const stopReasonOf = (orders: readonly InvoicedOrder[]): StopReason | undefined => {
  if (orders.some(({ due }) => due > 0)) return undefined
  const left = orders.filter(({ credited }) => !credited)
  if (left.length === 0) return 'CREDITED'
  return left.some(({ status }) => status === 'WRITTEN_OFF') ? 'WRITTEN_OFF' : 'PAID'
}

/** Checks that a hold ends in the future. */
export const assertHoldEnds = (resumesOn: string | undefined, today: string): void => {
  if (resumesOn === undefined || resumesOn > today) return
  throw invalid(
    'resumesOn',
    'too_small',
    `The date must be after today, ${today}. Choose a later date, or omit it.`,
  )
}

/** Checks that an amount is outstanding, because only that can be written off. */
export const assertOwed = (due: number): void => {
  if (due > 0) return
  throw new DomainError('nothing_to_write_off', 'The invoice has no amount due.')
}
