import type { Context } from '#platform/core/context.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/record-ref.ts'
import { assertVersion } from '#platform/core/record.ts'
import { transact } from '#platform/core/transaction.ts'
import { loadGroup, lockGroup } from './queries.ts'
import { toGroupAppointment, type GroupAppointment, type PatchGroup } from './schemas.ts'

/** Changes what is noted of the group; its places have notes of their own. */
export const patchGroupAppointment = (
  ctx: Context,
  { id, version, patch }: RecordRef & { patch: PatchGroup },
): Promise<GroupAppointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const before = await lockGroup(tx, id)
    assertVersion(before, version)
    await tx.db.appointment.update({ where: keyOf(tx, id), data: { ...patch, ...touched(tx) } })
    const after = await loadGroup(tx, id)
    tx.changed({ type: 'groupAppointment', id }, { notes: before.notes }, { notes: after.notes })
    return toGroupAppointment(after)
  })
