import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { roleRecord } from './record.ts'

/** Refused while somebody has it: nobody loses what they may do by the way. */
export const archiveRole = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, roleRecord, {
    fields: async (before, tx) => {
      const users = await tx.db.user.count({
        where: {
          tenantId: tx.tenantId,
          roles: { has: ref.id },
          status: { not: 'DEACTIVATED' },
        },
      })
      if (users > 0)
        throw new DomainError(
          'role_in_use',
          `${users} ${users === 1 ? 'user has' : 'users have'} this role. Give them other roles first.`,
          { extra: { users } },
        )
      return archiving.fields(before, tx)
    },
  })
