import type { Tenant } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { assertVersion, recordOf } from '#platform/core/record.ts'
import { touched } from '#platform/core/record-ref.ts'
import { read, transact, type Reader, type Transaction } from '#platform/core/transaction.ts'
import type { CompletionMode, NoShowMode } from '#organization/services/automation.ts'
import type { AppointmentAutomation, PatchAppointmentAutomation } from './schemas.ts'
import { appointmentLifecycleWorkflow } from '../appointments/workflows.ts'

export const getAppointmentAutomation = (ctx: Context): Promise<AppointmentAutomation> =>
  read(ctx, 'appointment-automation:read', async (reader) => shown(await loadRow(reader)))

/** Changes the centre's rules. Each step goes by the rules of the moment in which it is due. */
export const patchAppointmentAutomation = (
  ctx: Context,
  { version, patch }: { version: number | undefined; patch: PatchAppointmentAutomation },
): Promise<AppointmentAutomation> =>
  transact(ctx, 'appointment-automation:write', async (tx) => {
    await tx.sql('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR UPDATE', [tx.tenantId])
    const before = await loadRow(tx)
    assertVersion(before, version)
    const after = await tx.db.tenant.update({
      where: { id: tx.tenantId },
      data: { ...patch, ...touched(tx) },
    })
    tx.changed({ type: 'tenant', id: tx.tenantId }, before, after)
    await wakeOpenLifecycles(tx, null)
    return shown(after)
  })

/** Appointments of these days show what is new at once; later ones when their next step is planned. */
export const wakeOpenLifecycles = async (tx: Transaction, serviceId: string | null) => {
  const open = await tx.sql<{ id: string }>(OPEN, [tx.tenantId, serviceId, tx.now])
  for (const { id } of open) tx.wake(appointmentLifecycleWorkflow, id)
}

const loadRow = async (reader: Reader): Promise<Tenant> => {
  const row = await reader.db.tenant.findFirst({ where: { id: reader.tenantId } })
  if (!row) throw notFound('tenant')
  return row
}

const shown = (row: Tenant): AppointmentAutomation => ({
  noShowMode: row.noShowMode as NoShowMode,
  noShowGraceMinutes: row.noShowGraceMinutes,
  completionMode: row.completionMode as CompletionMode,
  completionDelayMinutes: row.completionDelayMinutes,
  ...recordOf(row),
})

const OPEN = `
  SELECT a.id FROM appointments a
  JOIN follow_ups f ON f.tenant_id = a.tenant_id AND f.subject_id = a.id AND f.kind = 'appointmentLifecycle'
  WHERE a.tenant_id = $1 AND ($2::text IS NULL OR a.service_id = $2)
    AND a.status IN ('CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS')
    AND a.starts_at > $3::timestamptz - interval '1 day' AND a.starts_at < $3::timestamptz + interval '7 days'
  ORDER BY a.starts_at, a.id`
