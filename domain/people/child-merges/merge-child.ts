import { loadChild } from '../children/queries.ts'
import { assertUnmerged } from '../children/rules.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord, inTenant, keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertNotErased } from '../persons/person.ts'
import { holdChildren, moveRecords } from './move-records.ts'
import { toChildMerge, type ChildMerge } from './schemas.ts'
import { childEvents } from '../children/events.ts'

/**
 * Merges two records of the same child. Appointments, sessions and all other records of the duplicate move to
 * this child. Their workflows continue unchanged, because they refer to these records. The duplicate is
 * archived and refers to this child. The care team of each record sees the records of the other, so a merge
 * takes the permission to change care teams.
 */
export const mergeChild = (
  ctx: Context,
  { id, duplicateId }: { id: string; duplicateId: string },
): Promise<ChildMerge> =>
  transact(ctx, ['child-merges:write', 'care-teams:write'], async (tx) => {
    await holdChildren(tx, [id, duplicateId])
    const survivor = await loadChild(tx, id)
    if (id === duplicateId)
      throw invalid(
        'duplicateId',
        'same_record',
        'A child cannot be merged into itself. Send the ID of another child.',
      )
    const duplicate = await tx.db.child.findFirst({ where: inTenant(tx, duplicateId) })
    if (!duplicate) throw invalidReference('duplicateId', 'child')
    assertUnmerged(survivor)
    assertUnmerged(duplicate)
    await assertNotErased(tx, [id, duplicateId])
    if (survivor.archivedAt)
      throw new DomainError(
        'record_archived',
        'The child is archived. Restore the child before you merge.',
      )

    const moved = await moveRecords(tx, { from: duplicateId, to: id })
    const after = await tx.db.child.update({
      where: keyOf(tx, duplicateId),
      data: { mergedIntoId: id, archivedAt: duplicate.archivedAt ?? tx.now, ...touched(tx) },
    })
    const row = await tx.db.childMerge.create({
      data: {
        ...freshRecord(tx, newId('childMerge')),
        survivorId: id,
        duplicateId,
        moved,
        archivedAt: duplicate.archivedAt,
        mergedBy: tx.actor.id,
      },
    })
    const subject = { type: 'child', id } as const
    tx.did(subject, { merged: duplicateId })
    tx.changed({ type: 'child', id: duplicateId }, duplicate, after)
    tx.created({ type: 'childMerge', id: row.id }, row)
    tx.emit(childEvents['child.merged'], subject, { childId: id, duplicateId, mergeId: row.id })
    return toChildMerge(row, tx.now)
  })
