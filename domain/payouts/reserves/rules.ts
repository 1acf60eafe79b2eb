import { DomainError } from '#platform/core/errors/errors.ts'
import { basisPoints } from '../split-terms/split.ts'

/**
 * A reserve is held until its settlement is paid and its days have passed; then it is due, and a settlement
 * pays it.
 */
export const ReserveStatus = ['HELD', 'DUE', 'RELEASED'] as const
export type ReserveStatus = (typeof ReserveStatus)[number]

/** The amount to hold back, and for how many days after the settlement is paid. */
export interface NewReserve {
  amountMinor: number
  days: number
  /** The reason given by a person. */
  reason: string | null
}

/** A paid settlement's reserve with its remainder. */
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
 * Due reserves are released. Debts of the provider are taken from the others, next due first, and then nothing
 * is held back; otherwise the requested amount is held back, up to what is payable.
 * @param dueMinor The provider's share with the carried amount.
 * @param open Due ones first.
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

/** Only held amounts of a paid settlement can be released early. */
export const assertHeld = ({ releasesOn, amountMinor, releasedMinor }: Held): void => {
  if (releasesOn === null)
    throw new DomainError(
      'invalid_transition',
      'The settlement of the reserve is not paid yet. Wait for settlement.paid.',
    )
  if (releasedMinor === amountMinor)
    throw new DomainError('invalid_transition', 'The reserve is already released.')
}

interface Held {
  releasesOn: Date | null
  amountMinor: number
  releasedMinor: number
}
