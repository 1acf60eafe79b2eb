import type {
  GroupWaitlistEntry as GroupWaitlistEntryModel,
  Prisma,
} from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { assertWaiting } from './rules.ts'
import { loadWait } from './waitlist-queries.ts'
import { showGroupWaitlistEntry, type GroupWaitlistEntry } from './waitlist-schemas.ts'

export const cancelGroupWaitlistEntry = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, groupWaitlistEntryRecord, {
    fields: (before) => {
      assertWaiting(before)
      return { status: 'CANCELLED' as const }
    },
  })

const groupWaitlistEntryRecord: RecordKind<
  GroupWaitlistEntryModel,
  Prisma.GroupWaitlistEntryUncheckedUpdateInput,
  GroupWaitlistEntry
> = {
  type: 'groupWaitlistEntry',
  table: 'group_waitlist_entries',
  permission: 'appointments:write',
  load: loadWait,
  update: (tx, id, data) => tx.db.groupWaitlistEntry.update({ where: keyOf(tx, id), data }),
  show: showGroupWaitlistEntry,
}
