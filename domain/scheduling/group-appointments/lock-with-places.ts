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

/** A group that has not begun, with the places that are taken in it, all of which can be changed; locked. */
export const lockWithPlaces = async (
  tx: Transaction,
  { id, version }: RecordRef,
  verb: GroupVerb,
) => {
  // Its places first, as those who cancel one do; then again, with those that were taken meanwhile.
  await lockPlaces(tx, id)
  const before = await lockGroup(tx, id)
  assertVersion(before, version)
  assertOpen(before, tx.now)
  const places = await lockPlaces(tx, id)
  if (places.some(({ status }) => !nextStatus<string>(appointmentMoves.moves[verb], status)))
    throw new DomainError('group_under_way', 'Children have been seen in it: it takes place now.')
  return { before, places }
}
