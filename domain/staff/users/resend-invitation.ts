import { assertNotJustSent } from '#platform/core/access/assert-not-just-sent.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { sendInvitation } from '../sign-in/send-invitation.ts'
import { assertMayGiveRoles } from './assert-may-give-roles.ts'
import { userRecord } from './record.ts'
import { assertStatus } from './rules.ts'

/** Sends a new link. Earlier links become invalid. */
export const resendInvitation = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, userRecord, {
    fields: async (before, tx) => {
      assertStatus(before, 'INVITED', [])
      await assertMayGiveRoles(tx, before.roles)
      const { status, createdAt, invitedAt } = before
      const sentAgainAt = invitedAt > createdAt ? invitedAt : null
      assertNotJustSent('An invitation', sentAgainAt, { now: tx.now, status })
      return { invitedAt: tx.now }
    },
    effects: (tx, after) => sendInvitation(tx, after),
  })
