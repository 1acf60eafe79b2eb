import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { sendInvitation } from '../sign-in/send-invitation.ts'
import { userEvents, userFacts } from './events.ts'
import { assertMayGiveRoles } from './assert-may-give-roles.ts'
import { assertPosition } from './assert-position.ts'
import { userRecord } from './record.ts'
import { assertStatus } from './rules.ts'

/** Reactivates a user with the former roles that still exist. A user who never accepted is invited again. */
export const reactivateUser = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, userRecord, {
    fields: async (before, tx) => {
      assertStatus(before, 'DEACTIVATED', ['DEACTIVATED'])
      await assertReferences(tx, 'provider', { providerId: before.providerId })
      await assertPosition(tx, before)
      await assertMayGiveRoles(tx, before.roles)
      const status = before.activatedAt ? ('ACTIVE' as const) : ('INVITED' as const)
      return { status, deactivatedAt: null, ...(status === 'INVITED' && { invitedAt: tx.now }) }
    },
    effects: async (tx, after) => {
      if (after.status === 'INVITED') await sendInvitation(tx, after)
      tx.emit(userEvents['user.reactivated'], { type: 'user', id: after.id }, userFacts(after))
    },
  })
