import { invalid } from '#platform/core/errors/errors.ts'

export const PackageMovementKind = [
  'BOUGHT',
  'USED',
  'RETURNED',
  'EXPIRED',
  'TRANSFERRED',
  'WITHDRAWN',
] as const
export type PackageMovementKind = (typeof PackageMovementKind)[number]

/** Checks that enough sessions are left, because only these can be transferred. */
export const assertLeft = (balance: number, sessions: number): void => {
  if (sessions >= 1 && sessions <= balance) return
  throw invalid(
    'sessions',
    'too_large',
    `The package has only ${balance} sessions left. Transfer at most that number.`,
  )
}
