import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { assertReferences } from '#platform/core/references.ts'
import { assertSecondPerson } from '#platform/core/assert-second-person.ts'
import { assertMayManage } from './assert-may-manage.ts'
import { assertPosition } from './assert-position.ts'
import { userRecord } from './record.ts'
import type { PatchUser } from './schemas.ts'

/** Holds at once, in sessions that are open too. */
export const patchUser = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchUser }) =>
  changeRecord(ctx, ref, userRecord, {
    fields: async (before, tx) => {
      const { roles = before.roles, providerId = before.providerId } = patch
      if (patch.roles || patch.providerId !== undefined) {
        assertSecondPerson(tx.actor, [ref.id], OWN_POSITION)
        assertMayManage(tx, ...before.roles, ...roles)
        await assertReferences(tx, 'provider', { providerId: patch.providerId })
        await assertPosition(tx, { roles, providerId })
      }
      return patch.roles ? { ...patch, roles: [...roles] } : patch
    },
  })

const OWN_POSITION = 'Nobody changes their own roles. Ask another user who may.'
