import type { Tenant } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { recordOf } from '#platform/core/records/record.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { CompletionMode, NoShowMode } from '#organization/services/automation-members.ts'
import type { AppointmentAutomation } from './schemas.ts'

export const getAppointmentAutomation = (ctx: Context): Promise<AppointmentAutomation> =>
  read(ctx, 'appointment-automation:read', async (reader) =>
    toAppointmentAutomation(await loadTenantRow(reader)),
  )

export const loadTenantRow = async (reader: Reader): Promise<Tenant> => {
  const row = await reader.db.tenant.findFirst({ where: { id: reader.tenantId } })
  if (!row) throw notFound('tenant')
  return row
}

export const toAppointmentAutomation = (row: Tenant): AppointmentAutomation => ({
  noShowMode: row.noShowMode as NoShowMode,
  noShowGraceMinutes: row.noShowGraceMinutes,
  completionMode: row.completionMode as CompletionMode,
  completionDelayMinutes: row.completionDelayMinutes,
  ...recordOf(row),
})
