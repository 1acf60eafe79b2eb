import type { ChildMerge as ChildMergeModel, Prisma } from '#prisma/generated/client.ts'
import { loadChild } from '../children/queries.ts'
import { assertUnmerged } from '../children/rules.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { holdChildren, returnRecords } from './move-records.ts'
import { loadChildMerge } from './queries.ts'
import { assertReversible, mergeStatus, Moved } from './rules.ts'
import { toChildMerge, type ChildMerge } from './schemas.ts'
import { childEvents } from '../children/events.ts'

const childMergeRecord = (
  now: Date,
): RecordKind<ChildMergeModel, Prisma.ChildMergeUncheckedUpdateInput, ChildMerge> => ({
  type: 'childMerge',
  table: 'child_merges',
  permission: ['child-merges:write', 'care-teams:write'],
  load: loadChildMerge,
  update: (tx, id, data) => tx.db.childMerge.update({ where: keyOf(tx, id), data }),
  show: (row) => toChildMerge(row, now),
})

/**
 * Separates two records again within 30 days of the merge. The duplicate gets its own records back; records
 * created later stay with the surviving child.
 */
export const reverseChildMerge = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, childMergeRecord(ctx.platform.clock.now()), {
    fields: async (before, tx) => {
      assertReversible(mergeStatus(before, tx.now))
      const { survivorId, duplicateId } = before
      await holdChildren(tx, [survivorId, duplicateId])
      assertUnmerged(await loadChild(tx, survivorId))
      await returnRecords(tx, {
        from: survivorId,
        to: duplicateId,
        moved: fromJson(Moved, before.moved),
      })
      return { reversedAt: tx.now }
    },
    effects: async (tx, { survivorId, duplicateId, archivedAt, id }) => {
      const duplicate = await loadChild(tx, duplicateId)
      const after = await tx.db.child.update({
        where: keyOf(tx, duplicateId),
        data: { mergedIntoId: null, archivedAt, ...touched(tx) },
      })
      const subject = { type: 'child', id: duplicateId } as const
      tx.changed(subject, duplicate, after)
      tx.emit(childEvents['child.merge_reversed'], subject, {
        childId: survivorId,
        duplicateId,
        mergeId: id,
      })
    },
  })
