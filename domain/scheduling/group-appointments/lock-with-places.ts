import { appointmentMoves } from '../appointments/moves.ts'
import { nextStatus } from '#platform/core/records/moves.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { lockPlaces } from './unavailable-attendees.ts'
import { lockGroup } from './queries.ts'
import { assertOpen } from './rules.ts'

export type GroupVerb = 'reschedule' | 'patch'

/** Locks a group that has not started, with its taken places, all of which must be changeable. */
export const lockWithPlaces = async (
  tx: Transaction,
  { id, version }: RecordRef,
  verb: GroupVerb,
) => {
  // Locks the places first, as their own cancellation does, and then again those that were taken meanwhile.
  await lockPlaces(tx, id)
  const before = await lockGroup(tx, id)
  assertVersion(before, version)
  assertOpen(before, tx.now)
  const places = await lockPlaces(tx, id)
  if (places.some(({ status }) => !nextStatus<string>(appointmentMoves.moves[verb], status)))
    throw new DomainError(
      'group_under_way',
      'Attendance has already been recorded in this group, so the group can no longer change.',
    )
  return { before, places }
}
