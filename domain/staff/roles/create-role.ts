import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertMayGrant } from '#platform/identity/assert-may-grant.ts'
import { assertFits } from './rules.ts'
import { toRole, type CreateRole, type Role } from './schemas.ts'

export const createRole = (ctx: Context, input: CreateRole): Promise<Role> =>
  transact(ctx, 'roles:write', async (tx) => {
    assertFits(input)
    const permissions = [...new Set(input.permissions)]
    await assertMayGrant(tx, [{ path: 'permissions', granted: { permissions, holder: 'PERSON' } }])
    const row = await tx.db.role.create({
      data: { ...freshRecord(tx, newId('role')), ...input, permissions },
    })
    tx.created({ type: 'role', id: row.id }, row)
    return toRole(row)
  })
