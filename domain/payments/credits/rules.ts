import { DomainError } from '#platform/core/errors/errors.ts'

export const CreditMovementKind = ['GRANTED', 'PREPAID', 'USED', 'PAID_OUT', 'RETURNED'] as const
export type CreditMovementKind = (typeof CreditMovementKind)[number]

/** Methods of a prepayment, which a person records. */
export const PrepaymentMethod = ['CASH', 'BANK_TRANSFER', 'INSURER'] as const
export type PrepaymentMethod = (typeof PrepaymentMethod)[number]

/** The amount to take from a balance: the requested amount, or as much as is available and needed. */
export const amountOfCredit = (
  { id, balanceMinor }: { id: string; balanceMinor: number },
  asked: number | undefined,
  wanted = balanceMinor,
): number => {
  const amount = asked ?? Math.min(wanted, balanceMinor)
  if (amount > 0 && amount <= balanceMinor) return amount
  throw new DomainError(
    'credit_exceeded',
    `Credit balance ${id} has only ${balanceMinor} left. Send at most that amount.`,
    { extra: { balance: balanceMinor } },
  )
}
