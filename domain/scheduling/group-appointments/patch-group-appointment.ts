import { changeSlot, overrideOf, type SlotChange } from '../appointments/change-slot.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { reportReleased } from '../holds/report-released.ts'
import { changePlaces } from './change-places.ts'
import { lockWithPlaces } from './lock-with-places.ts'
import { groupAppointmentEvents } from './events.ts'
import { loadGroup, lockGroup } from './queries.ts'
import {
  groupFacts,
  toGroupAppointment,
  type GroupAppointment,
  type PatchGroup,
} from './schemas.ts'

interface PatchInput extends RecordRef {
  patch: PatchGroup
}

/**
 * Changes the room, location and type of a group together with all its places, without changing the time. Its
 * own notes can change in any status, because places have their own.
 */
export const patchGroupAppointment = (
  ctx: Context,
  { id, version, patch: { notes, ...change } }: PatchInput,
): Promise<GroupAppointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const noted = notes === undefined ? {} : { notes }
    const ref = { id, version }
    if (Object.keys(change).length > 0) await changePlace(tx, ref, change, noted)
    else await changeNotes(tx, ref, noted)
    const after = await loadGroup(tx, id)
    const event = groupAppointmentEvents['group_appointment.updated']
    tx.emit(event, subjectOf(ref), groupFacts(after))
    return toGroupAppointment(after)
  })

type Noted = Pick<PatchGroup, 'notes'>

const changePlace = async (tx: Transaction, ref: RecordRef, change: SlotChange, noted: Noted) => {
  const { before, places } = await lockWithPlaces(tx, ref, 'patch')
  const { slot, facts } = await changeSlot(tx, before, change)
  const { type, locationId } = { ...before, ...change }
  const to = { ...slot, type, locationId, timeZone: facts.timeZone }
  const where = keyOf(tx, ref.id)
  const data = { ...to, ...overrideOf(change), ...noted, ...touched(tx) }
  const after = await tx.db.appointment.update({ where, data })
  tx.changed(subjectOf(ref), before, after)
  await changePlaces(tx, places, {
    verb: 'patch',
    reason: change.override?.reason,
    to,
  })
  await reportReleased(tx, facts.released, 'EXPIRED')
}

const changeNotes = async (tx: Transaction, { id, version }: RecordRef, noted: Noted) => {
  const before = await lockGroup(tx, id)
  assertVersion(before, version)
  const data = { ...noted, ...touched(tx) }
  const after = await tx.db.appointment.update({ where: keyOf(tx, id), data })
  tx.changed(subjectOf({ id }), { notes: before.notes }, { notes: after.notes })
}

const subjectOf = ({ id }: RecordRef) => ({ type: 'groupAppointment', id }) as const
