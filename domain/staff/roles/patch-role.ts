import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { assertSecondPerson } from '#platform/core/assert-second-person.ts'
import { roleRecord } from './record.ts'
import { assertFits } from './rules.ts'
import { toRole, type PatchRole } from './schemas.ts'

/** Holds at once, in sessions that are open too. */
export const patchRole = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchRole }) =>
  changeRecord(ctx, ref, roleRecord, {
    fields: async (before, tx) => {
      assertFits({ ...toRole(before), ...patch })
      const { permissions, ...rest } = patch
      if (permissions || rest.sight) {
        const mine = await tx.db.user.findFirst({
          where: { tenantId: tx.tenantId, id: tx.actor.id, roles: { has: ref.id } },
          select: { id: true },
        })
        assertSecondPerson(tx.actor, [mine?.id ?? null], OWN_ROLE)
      }
      return { ...rest, ...(permissions && { permissions: [...new Set(permissions)] }) }
    },
  })

const OWN_ROLE = 'Nobody changes what a role of their own allows. Ask another user who may.'
