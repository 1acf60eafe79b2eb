import type { Prisma, Tenant } from '#prisma/generated/client.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantRow, toOrganization } from './queries.ts'
import type { Organization } from './schemas.ts'

type Data = Prisma.TenantUncheckedUpdateInput

/** Changes, audits and announces the centre's own row. The row is locked before `fields` reads it. */
export const changeTenant = async (
  tx: Transaction,
  fields: (before: Tenant) => Data | Promise<Data>,
): Promise<Organization> => {
  const { tenantId: id } = tx
  await tx.sql('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR UPDATE', [id])
  const before = await loadTenantRow(tx)
  const data = { ...(await fields(before)), ...touched(tx) }
  const after = await tx.db.tenant.update({ where: { id }, data })
  const shown = { before: toOrganization(before), after: toOrganization(after) }
  tx.changed({ type: 'tenant', id }, before, after, shown)
  return shown.after
}
