import type { GroupWait as GroupWaitModel, Prisma } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { keyOf, type RecordRef } from '#platform/core/record-ref.ts'
import { assertWaiting } from './rules.ts'
import { loadWait } from './wait-queries.ts'
import { toGroupWait, type GroupWait } from './wait-schemas.ts'

export const leaveGroupWaitlist = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, groupWaitRecord, {
    fields: (before) => {
      assertWaiting(before)
      return { status: 'LEFT' as const }
    },
  })

const groupWaitRecord: RecordKind<GroupWaitModel, Prisma.GroupWaitUncheckedUpdateInput, GroupWait> =
  {
    type: 'groupWait',
    table: 'group_waits',
    permission: 'appointments:write',
    load: loadWait,
    update: (tx, id, data) => tx.db.groupWait.update({ where: keyOf(tx, id), data }),
    show: toGroupWait,
  }
