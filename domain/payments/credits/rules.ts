import { DomainError } from '#platform/core/errors/errors.ts'

export const CreditMovementKind = ['GRANTED', 'PREPAID', 'USED', 'PAID_OUT', 'RETURNED'] as const
export type CreditMovementKind = (typeof CreditMovementKind)[number]

/** Methods of a prepayment, recorded manually. */
export const PrepaymentMethod = ['CASH', 'BANK_TRANSFER', 'INSURER'] as const
export type PrepaymentMethod = (typeof PrepaymentMethod)[number]

/** The amount taken from a balance: the requested one, or the maximum available and needed. */
export const amountOfCredit = (
  { id, balanceMinor }: { id: string; balanceMinor: number },
  asked: number | undefined,
  wanted = balanceMinor,
): number => {
  const amount = asked ?? Math.min(wanted, balanceMinor)
  if (amount > 0 && amount <= balanceMinor) return amount
  throw new DomainError(
    'credit_exceeded',
    `Credit balance ${id} has ${balanceMinor} left. Use at most that amount.`,
    { extra: { balance: balanceMinor } },
  )
}
