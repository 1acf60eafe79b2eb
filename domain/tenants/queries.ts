import type { Tenant } from '../../prisma/generated/client.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import type { Permission } from '../core/permissions.ts'
import { read, type Reader } from '../core/transaction.ts'
import type { TenantSettings } from './schemas.ts'

/** The settings of the context's tenant, for whoever may do what they are needed for. */
export const getTenantSettings = (ctx: Context, permission: Permission): Promise<TenantSettings> =>
  read(ctx, permission, loadTenantSettings)

export const loadTenantSettings = async (reader: Reader): Promise<TenantSettings> => {
  const row = await reader.db.tenant.findFirst({ where: { id: reader.tenantId } })
  if (!row) throw notFound('tenant')
  return toTenantSettings(row)
}

export const toTenantSettings = (row: Tenant): TenantSettings => ({
  id: row.id,
  name: row.name,
  defaultZone: row.defaultZone,
  currency: row.currency,
  reminderOffsetsMinutes: row.reminderOffsetsMinutes,
  noShowGraceMinutes: row.noShowGraceMinutes,
})
