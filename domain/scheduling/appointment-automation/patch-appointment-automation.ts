import type { Context } from '#platform/core/context/context.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { AppointmentAutomation, PatchAppointmentAutomation } from './schemas.ts'
import { loadTenantRow, toAppointmentAutomation } from './queries.ts'
import { wakeOpenLifecycles } from './wake-open-lifecycles.ts'

/** Changes the centre's rules. Each step uses the rules in force when it is due. */
export const patchAppointmentAutomation = (
  ctx: Context,
  { version, patch }: { version: number | undefined; patch: PatchAppointmentAutomation },
): Promise<AppointmentAutomation> =>
  transact(ctx, 'appointment-automation:write', async (tx) => {
    await tx.sql('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR UPDATE', [tx.tenantId])
    const before = await loadTenantRow(tx)
    assertVersion(before, version)
    const after = await tx.db.tenant.update({
      where: { id: tx.tenantId },
      data: { ...patch, ...touched(tx) },
    })
    tx.changed({ type: 'tenant', id: tx.tenantId }, before, after, {
      before: toAppointmentAutomation(before),
      after: toAppointmentAutomation(after),
    })
    await wakeOpenLifecycles(tx, null)
    return toAppointmentAutomation(after)
  })
