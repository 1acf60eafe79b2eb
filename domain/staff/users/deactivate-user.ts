import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { endSessions } from '../user-sessions/end-sessions.ts'
import { userEvents, userFacts } from './events.ts'
import { assertMayManage } from './assert-may-manage.ts'
import { userRecord } from './record.ts'
import { assertNotDeactivated } from './rules.ts'

/** Deactivates a user. Sessions, invitations and sign-in links end immediately. */
export const deactivateUser = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, userRecord, {
    fields: async (before, tx) => {
      await assertMayManage(tx, before.roles)
      assertNotDeactivated(before)
      return { status: 'DEACTIVATED' as const, deactivatedAt: tx.now }
    },
    effects: async (tx, after) => {
      await endSessions(tx, { userId: after.id })
      tx.emit(userEvents['user.deactivated'], { type: 'user', id: after.id }, userFacts(after))
    },
  })
