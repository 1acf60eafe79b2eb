import { DomainError } from '#platform/core/errors/errors.ts'

export const CreditMovementKind = ['GRANTED', 'PREPAID', 'USED', 'PAID_OUT', 'RETURNED'] as const
export type CreditMovementKind = (typeof CreditMovementKind)[number]

/** How a prepayment comes: a person records it. */
export const PrepaymentMethod = ['CASH', 'BANK_TRANSFER', 'INSURER'] as const
export type PrepaymentMethod = (typeof PrepaymentMethod)[number]

/** What is taken of a balance: what was asked for, or as much as is there and wanted. */
export const amountOfCredit = (
  { id, balanceMinor }: { id: string; balanceMinor: number },
  asked: number | undefined,
  wanted = balanceMinor,
): number => {
  const amount = asked ?? Math.min(wanted, balanceMinor)
  if (amount > 0 && amount <= balanceMinor) return amount
  throw new DomainError(
    'credit_exceeded',
    `Of credit balance ${id} ${balanceMinor} is left. Take that, or less.`,
    { extra: { balance: balanceMinor } },
  )
}
