import type { Tenant } from '#prisma/generated/client.ts'
import { notFound } from '#platform/core/errors.ts'
import { touched } from '#platform/core/record-ref.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { toOrganization } from './queries.ts'
import type { Organization } from './schemas.ts'

type Standing = Partial<
  Pick<Tenant, 'status' | 'statusReason' | 'suspendedAt' | 'resumedAt' | 'closesAt'>
>

/** Gives the centre another status, on record and announced. */
export const changeTenantStatus = async (
  tx: Transaction,
  to: (before: Tenant) => Standing,
): Promise<Organization> => {
  const where = { id: tx.tenantId }
  await tx.sql('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR UPDATE', [tx.tenantId])
  const before = await tx.db.tenant.findFirst({ where })
  if (!before) throw notFound('tenant')
  const after = await tx.db.tenant.update({ where, data: { ...to(before), ...touched(tx) } })
  const shown = { before: toOrganization(before), after: toOrganization(after) }
  tx.changed({ type: 'tenant', id: tx.tenantId }, before, after, shown)
  return shown.after
}
