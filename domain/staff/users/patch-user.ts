import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import { newReferences } from '#organization/providers/rules.ts'
import { assertMayGiveRoles } from './assert-may-give-roles.ts'
import { assertMayManage } from './assert-may-manage.ts'
import { assertPosition, type Position } from './assert-position.ts'
import { userRecord } from './record.ts'
import type { PatchUser } from './schemas.ts'

/** Changes a user. The change applies immediately, also in open sessions. */
export const patchUser = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchUser }) =>
  changeRecord(ctx, ref, userRecord, {
    fields: async (before, tx) => {
      const { roles = before.roles, providerId = before.providerId } = patch
      const { locationIds = before.locationIds } = patch
      const isMoved = patch.roles || patch.providerId !== undefined || patch.locationIds
      if (isMoved) await assertSecondPerson(tx, [ref.id], OWN_POSITION, { alone: ALONE })
      if (ref.id !== tx.actor.id) await assertMayManage(tx, before.roles)
      if (isMoved) {
        await assertReferences(tx, 'provider', { providerId: patch.providerId })
        const added = newReferences('locationIds', locationIds, before.locationIds)
        await assertReferences(tx, 'location', added)
        await assertPosition(tx, { roles, providerId, locationIds })
        await assertMayGiveRoles(tx, givenBy(before, { roles, providerId, locationIds }))
      }
      return { ...patch, roles: [...roles], locationIds: [...locationIds] }
    },
  })

/** The roles that a user gains: the new ones, or all if the user now sees something else or more. */
const givenBy = (before: Position, after: Position): readonly string[] => {
  const isNarrower =
    before.locationIds.length === 0 ||
    (after.locationIds.length > 0 &&
      after.locationIds.every((id) => before.locationIds.includes(id)))
  const isSameProvider = after.providerId === null || after.providerId === before.providerId
  return isNarrower && isSameProvider
    ? after.roles.filter((role) => !before.roles.includes(role))
    : after.roles
}

const ALONE = { permission: 'users:write', since: null } as const

const OWN_POSITION =
  'You cannot change your own roles or locations. Ask another user who has this permission.'
