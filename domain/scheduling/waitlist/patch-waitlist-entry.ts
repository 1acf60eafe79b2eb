import { entryMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Prisma, WaitlistEntry as EntryModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumnOrNull } from '#platform/core/time/time.ts'
import { loadEntry } from './queries.ts'
import { toWaitlistEntry, type PatchWaitlistEntry, type WaitlistEntry } from './schemas.ts'
import { assertDates } from './assert-dates.ts'
import { assertNamed } from './assert-named.ts'

const entryRecord: RecordKind<EntryModel, Prisma.WaitlistEntryUncheckedUpdateInput, WaitlistEntry> =
  {
    type: 'waitlistEntry',
    table: 'waitlist_entries',
    permission: 'appointments:write',
    load: loadEntry,
    update: (tx, id, data) => tx.db.waitlistEntry.update({ where: keyOf(tx, id), data }),
    show: toWaitlistEntry,
  }

/** Changes an entry's preferences for future slots. An open offer is not affected. */
export const patchWaitlistEntry = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchWaitlistEntry },
) =>
  moveRecord(ctx, ref, entryRecord, entryMoves, 'patch', {
    fields: async (before, tx) => {
      assertDates({ ...toWaitlistEntry(before), ...patch })
      await assertNamed(tx, patch)
      const { startsOn, endsOn, ...wishes } = patch
      return {
        ...wishes,
        ...(startsOn !== undefined && { startsOn: dateColumnOrNull(startsOn) }),
        ...(endsOn !== undefined && { endsOn: dateColumnOrNull(endsOn) }),
      }
    },
  })
