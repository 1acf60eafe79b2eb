import { DomainError } from '#platform/core/errors/errors.ts'
import { basisPoints } from '../split-terms/split.ts'

/**
 * A reserve is HELD until its settlement is paid and its days have passed. Then it is DUE, and the next
 * settlement pays it.
 */
export const ReserveStatus = ['HELD', 'DUE', 'RELEASED'] as const
export type ReserveStatus = (typeof ReserveStatus)[number]

/** The amount to withhold, and for how many days after the settlement is paid. */
export interface NewReserve {
  amountMinor: number
  days: number
  /** The reason given by a person. */
  reason: string | null
}

/** The reserve of a paid settlement, with its remainder. */
export interface OpenReserve {
  id: string
  leftMinor: number
  isDue: boolean
}

interface Release {
  reserveId: string
  amountMinor: number
}

export interface ReservePlan {
  withheld: NewReserve[]
  releases: Release[]
}

/** A percentage of a share, rounded down. */
export const reservedOf = (shareMinor: number, percent: number): number =>
  Number((BigInt(shareMinor) * BigInt(basisPoints(percent))) / 10_000n)

/**
 * Plans the reserves of a settlement. Due reserves are released. A provider's debt is taken from the other
 * reserves, in order of their due date, and then nothing is withheld; otherwise the requested amount is
 * withheld, up to what can be paid.
 * @param dueMinor the provider's share, including the amount carried over.
 * @param open the remaining reserves, with due ones first.
 */
export const planReserves = (
  dueMinor: number,
  open: readonly OpenReserve[],
  asked: readonly NewReserve[],
): ReservePlan => {
  let due = dueMinor
  const releases: Release[] = []
  for (const { id, leftMinor, isDue } of open) {
    const amountMinor = isDue ? leftMinor : Math.min(leftMinor, Math.max(0, -due))
    if (amountMinor === 0) continue
    due += amountMinor
    releases.push({ reserveId: id, amountMinor })
  }
  const withheld: NewReserve[] = []
  for (const reserve of asked) {
    const amountMinor = Math.min(reserve.amountMinor, Math.max(0, due))
    if (amountMinor === 0) continue
    due -= amountMinor
    withheld.push({ ...reserve, amountMinor })
  }
  return { withheld, releases }
}

/** Requires a reserve that is held: only these amounts of a paid settlement can be released early. */
export const assertHeld = ({ releasesOn, amountMinor, releasedMinor }: Held): void => {
  if (releasesOn === null)
    throw new DomainError(
      'invalid_transition',
      'The settlement that holds the reserve has not been paid yet. Wait for settlement.paid.',
    )
  if (releasedMinor === amountMinor)
    throw new DomainError('invalid_transition', 'The reserve has already been released.')
}

interface Held {
  releasesOn: Date | null
  amountMinor: number
  releasedMinor: number
}
