import type { Tenant } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { assertVersion, recordOf } from '#platform/core/records/record.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import { transact, type Reader } from '#platform/core/transactions/transaction.ts'
import type { PatchRetentionPolicy, RetentionPolicy } from './schemas.ts'
import { personErasureWorkflow } from '../erasures/workflows.ts'

/** Changes retention periods. Erasures that are waiting compute their dates again. */
export const patchRetentionPolicy = (
  ctx: Context,
  { version, patch }: { version: number | undefined; patch: PatchRetentionPolicy },
): Promise<RetentionPolicy> =>
  transact(ctx, 'retention-policy:write', async (tx) => {
    await tx.sql('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR UPDATE', [tx.tenantId])
    const before = await loadRow(tx)
    assertVersion(before, version)
    const { clinicalYears, childUntilAge, financialYears } = patch
    const after = await tx.db.tenant.update({
      where: { id: tx.tenantId },
      data: {
        ...(clinicalYears !== undefined && { clinicalRetentionYears: clinicalYears }),
        ...(childUntilAge !== undefined && { childRetentionAge: childUntilAge }),
        ...(financialYears !== undefined && { financialRetentionYears: financialYears }),
        ...touched(tx),
      },
    })
    tx.changed({ type: 'tenant', id: tx.tenantId }, before, after, {
      before: toRetentionPolicy(before),
      after: toRetentionPolicy(after),
    })
    const waiting = await tx.sql<{ id: string }>(WAITING, [tx.tenantId])
    for (const { id } of waiting) tx.wake(personErasureWorkflow, id)
    return toRetentionPolicy(after)
  })

export const loadRow = async (reader: Reader): Promise<Tenant> => {
  const row = await reader.db.tenant.findFirst({ where: { id: reader.tenantId } })
  if (!row) throw notFound('tenant')
  return row
}

export const toRetentionPolicy = (row: Tenant): RetentionPolicy => ({
  clinicalYears: row.clinicalRetentionYears,
  childUntilAge: row.childRetentionAge,
  financialYears: row.financialRetentionYears,
  ...recordOf(row),
})

const WAITING = `SELECT id FROM erasures WHERE tenant_id = $1 AND status = 'RETAINING' ORDER BY id`
