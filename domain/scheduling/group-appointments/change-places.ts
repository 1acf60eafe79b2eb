import { moveAppointment, type Move } from '../appointments/move-appointment.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { GroupVerb } from './lock-with-places.ts'
import type { Place } from './unavailable-attendees.ts'

/** Changes all places together with the group. Seats stay taken. */
export const changePlaces = async (
  tx: Transaction,
  places: readonly Place[],
  {
    to,
    ...move
  }: Pick<Move, 'verb' | 'reason'> & {
    verb: GroupVerb
    to: ReturnType<NonNullable<Move['fields']>>
  },
): Promise<void> => {
  for (const { id } of places)
    await moveAppointment(tx, { id }, { ...move, keepSlotReserved: true, fields: () => to })
}
