import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { termsOf, type ReminderChoices, type ReminderTerms, type Reminding } from './rules.ts'
import { toReminderPolicy } from './schemas.ts'

export const ReminderPolicyQuery = listQuery('reminderPolicy', ['-createdAt', 'createdAt'], {
  serviceId: idOf('service').optional(),
  clientId: idOf('client').optional(),
  ...archivedQuery,
})
export type ReminderPolicyQuery = z.infer<typeof ReminderPolicyQuery>

const reminderPolicies = recordQueries({
  permission: 'reminder-policies:read',
  name: 'reminder policy',
  find: ({ db }, selection: Selection<Prisma.ReminderPolicyWhereInput>) =>
    db.reminderPolicy.findMany(selection),
  show: each(toReminderPolicy),
})

export const loadReminderPolicy = reminderPolicies.load
export const getReminderPolicy = reminderPolicies.get
export const listReminderPolicies = reminderPolicies.list((query: ReminderPolicyQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'serviceId', 'clientId'),
}))

/** The recipients and terms of an appointment's reminders. `base` contains the centre's settings. */
export const loadReminding = async (
  reader: Reader,
  { childId, serviceId }: { childId: string; serviceId: string | null },
  base: ReminderTerms,
): Promise<Reminding> => {
  const policies = await reader.sql<Policy>(IN_FORCE, [reader.tenantId, serviceId, childId])
  const centre = policies.find((policy) => !policy.serviceId && !policy.clientId)
  const service = policies.find((policy) => policy.serviceId)
  const own = policies.filter((policy) => policy.clientId)
  const general = termsOf(base, centre, service)
  return {
    general,
    guardians: new Map(own.map((policy) => [policy.clientId!, termsOf(general, policy)])),
  }
}

type Policy = ReminderChoices & { serviceId: string | null; clientId: string | null }

const IN_FORCE = `
  SELECT p.service_id AS "serviceId", p.client_id AS "clientId", p.offsets_minutes AS "offsetsMinutes",
         p.channels, p.quiet_hours AS "quietHours", p.language
  FROM reminder_policies p
  WHERE p.tenant_id = $1 AND p.archived_at IS NULL AND (
    (p.client_id IS NULL AND (p.service_id IS NULL OR p.service_id = $2))
    OR p.client_id IN (
      SELECT g.client_id FROM guardianships g
      WHERE g.tenant_id = $1 AND g.child_id = $3 AND g.legal AND g.ended_at IS NULL))`
