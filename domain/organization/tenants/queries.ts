import type { Tenant } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import { recordOf } from '#platform/core/records/record.ts'
import { dateTextOrNull, utc } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import {
  OTHER_SETTINGS,
  type AgentMode,
  type SecondFactor,
  type Organization,
  type TenantSettings,
  type TenantStatus,
} from './schemas.ts'

/** The settings of the context's tenant. Reading them needs no permission of its own. */
export const getTenantSettings = (ctx: Context, permission: Permission): Promise<TenantSettings> =>
  read(ctx, permission, loadTenantSettings)

export const loadTenantSettings = async (reader: Reader): Promise<TenantSettings> =>
  toTenantSettings(await loadTenantRow(reader))

/** The time zone for records without a location. */
export const loadDefaultTimeZone = async (reader: Reader): Promise<string> => {
  const [row] = await reader.sql<{ timeZone: string }>(DEFAULT_TIME_ZONE, [reader.tenantId])
  return row!.timeZone
}

const DEFAULT_TIME_ZONE = 'SELECT default_time_zone AS "timeZone" FROM tenants WHERE tenant_id = $1'

export const loadTenantRow = async (reader: Reader): Promise<Tenant> => {
  const row = await reader.db.tenant.findFirst({ where: { id: reader.tenantId } })
  if (!row) throw notFound('tenant')
  return row
}

export const toTenantSettings = (row: Tenant): TenantSettings => ({
  id: row.id,
  name: row.name,
  defaultTimeZone: row.defaultTimeZone,
  currency: row.currency,
  reminderOffsetsMinutes: row.reminderOffsetsMinutes,
  noShowGraceMinutes: row.noShowGraceMinutes,
  sessionIdleMinutes: row.sessionIdleMinutes,
  sessionLongestHours: row.sessionLongestHours,
  delegatedKeyLongestDays: row.delegatedKeyLongestDays,
  secondFactor: row.secondFactor as SecondFactor,
  agents: row.agents as AgentMode,
  agentTokensPerDay: row.agentTokensPerDay,
  smallFiguresWithheld: row.smallFiguresWithheld,
  payoutCoolingOffDays: row.payoutCoolingOffDays,
  lateEntryDays: row.lateEntryDays,
  status: row.status as TenantStatus,
})

export const getOrganization = (ctx: Context): Promise<Organization> =>
  read(ctx, 'organization:read', async (reader) => toOrganization(await loadTenantRow(reader)))

export const toOrganization = (row: Tenant): Organization => ({
  id: row.id,
  name: row.name,
  defaultTimeZone: row.defaultTimeZone,
  currency: row.currency,
  sessionIdleMinutes: row.sessionIdleMinutes,
  sessionLongestHours: row.sessionLongestHours,
  delegatedKeyLongestDays: row.delegatedKeyLongestDays,
  secondFactor: row.secondFactor as SecondFactor,
  signatureStepUpMinutes: row.signatureStepUpMinutes,
  agents: row.agents as AgentMode,
  agentTokensPerDay: row.agentTokensPerDay,
  smallFiguresWithheld: row.smallFiguresWithheld,
  payoutCoolingOffDays: row.payoutCoolingOffDays,
  lateEntryDays: row.lateEntryDays,
  booksLockedThroughOn: dateTextOrNull(row.booksLockedThroughOn),
  soleApprovals: row.soleApprovals,
  soleApprovalsWaitHours: row.soleApprovalsWaitHours,
  status: row.status as TenantStatus,
  statusChangedAt: utc(
    (row.status === 'ACTIVE' ? row.resumedAt : row.suspendedAt) ?? row.createdAt,
  ),
  statusReason: row.statusReason,
  closesAt: row.closesAt && utc(row.closesAt),
  otherSettings: OTHER_SETTINGS,
  ...recordOf(row),
})
