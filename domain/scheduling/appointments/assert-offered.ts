import { blockOfProvider, blocksAt, type BlockCode, type Facts } from '../availability/rules.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { takesNoBookings } from './assert-approved.ts'
import { LATE_ENTRY, type NewOverride } from './schemas.ts'

/** What a time in the past cannot satisfy. */
const OF_THE_PAST: readonly BlockCode[] = ['in_the_past', 'too_soon']

/**
 * Refuses a start that availability would not offer. Exceptions are rules that the caller overrides, which
 * requires a permission, and rules that an earlier agreement satisfied. The exclusion constraints detect double
 * bookings.
 */
export const assertOffered = (
  tx: Transaction,
  facts: Facts,
  {
    startsAt,
    override,
    agreed = [],
    isLateEntry = false,
  }: {
    startsAt: Date
    override?: NewOverride | undefined
    agreed?: readonly BlockCode[]
    /** Whether a visit that took place is recorded; only a new appointment can be one. */
    isLateEntry?: boolean
  },
): void => {
  if (override) authorize(tx.actor, 'booking-overrides:write')
  const rules = override?.rules ?? []
  if (rules.includes(LATE_ENTRY) && !isLateEntry)
    throw invalid(
      'override.rules',
      'not_allowed',
      'late_entry is for new appointments of one child. Omit it.',
    )
  const waived = new Set<string>([...agreed, ...rules, ...(isLateEntry ? OF_THE_PAST : [])])
  const blocks = blocksAt(startsAt.getTime(), facts).filter((code) => !waived.has(code))
  if (blocks.length === 0) return
  if (blocks.includes('in_the_past'))
    throw invalid('startsAt', 'in_the_past', 'startsAt is in the past. Choose a future time.')
  const ofProvider = blockOfProvider(facts.providerStatus)
  if (ofProvider && blocks.includes(ofProvider)) throw takesNoBookings(ofProvider, blocks)
  if (blocks.includes('room_busy')) {
    throw new DomainError(
      'slot_taken',
      'No suitable room is free at that time. Choose another time.',
      {
        extra: { resource: 'room' },
      },
    )
  }
  throw new DomainError(
    'slot_unavailable',
    `This time is not available: ${blocks.join(', ')}. Choose one of the alternatives.`,
    { extra: { blocks } },
  )
}
