import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertMayGrant } from '#platform/identity/assert-may-grant.ts'
import { roleRecord } from './record.ts'
import { assertFits, type Grant } from './rules.ts'
import { toRole, type PatchRole } from './schemas.ts'

/**
 * Changes a role. The change applies immediately, also in open sessions: all users with the role get added
 * permissions.
 */
export const patchRole = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchRole }) =>
  changeRecord(ctx, ref, roleRecord, {
    fields: async (row, tx) => {
      const before = toRole(row)
      const after = { ...before, ...patch }
      assertFits(after)
      const { permissions, ...rest } = patch
      if (permissions || rest.sight) {
        const holders = await tx.db.user.findMany({
          where: { tenantId: tx.tenantId, roles: { has: ref.id }, status: { not: 'DEACTIVATED' } },
          select: { id: true, providerId: true },
        })
        const ids = holders.map(({ id }) => id)
        await assertSecondPerson(tx, ids, OWN_ROLE, { alone: ALONE })
        const granted = { permissions: addedBy(before, after), holder: 'PERSON' } as const
        await assertMayGrant(tx, [{ path: permissions ? 'permissions' : 'sight', granted }])
        if (after.sight === 'CASELOAD') assertHaveCaseloads(holders)
      }
      return { ...rest, ...(permissions && { permissions: [...new Set(permissions)] }) }
    },
  })

/** The permissions that users with the role gain: the new ones, or all if the role now shows more children. */
const addedBy = (before: Grant, after: Grant): Permission[] => {
  const isWidened = before.sight === 'CASELOAD' && after.sight === 'CENTRE'
  const had = new Set(isWidened ? [] : before.permissions)
  return [...after.permissions].filter((permission) => !had.has(permission))
}

/** A role with a caseload requires that its users are linked to providers, as when it is granted. */
const assertHaveCaseloads = (holders: readonly { providerId: string | null }[]): void => {
  const users = holders.filter(({ providerId }) => providerId === null).length
  if (users === 0) return
  throw new DomainError(
    'role_in_use',
    `${users} ${users === 1 ? 'user has' : 'users have'} this role without a linked provider, and therefore without a caseload. Give them a providerId or other roles first.`,
    { extra: { users } },
  )
}

const ALONE = { permission: 'roles:write', since: null } as const

const OWN_ROLE =
  'You cannot change a role that you have yourself. Ask another user who has this permission.'
