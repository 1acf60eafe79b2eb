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

/** What decides an appointment's reminders. `base` contains the centre's settings. */
export interface Reminded {
  childId: string
  serviceId: string | null
  base: ReminderTerms
}

/** The recipients and terms of reminders, in the order of the appointments. */
export const loadReminding = async (
  reader: Reader,
  appointments: readonly Reminded[],
): Promise<Reminding[]> => {
  const policies = await reader.sql<Policy>(IN_FORCE, [
    reader.tenantId,
    appointments.flatMap(({ serviceId }) => serviceId ?? []),
    appointments.map(({ childId }) => childId),
  ])
  return appointments.map((appointment) => remindingOf(appointment, policies))
}

const remindingOf = (
  { childId, serviceId, base }: Reminded,
  policies: readonly Policy[],
): Reminding => {
  const centre = policies.find((policy) => !policy.serviceId && !policy.clientId)
  const service = policies.find((policy) => policy.serviceId && policy.serviceId === serviceId)
  const own = policies.filter((policy) => policy.childId === childId)
  const general = termsOf(base, centre, service)
  return {
    general,
    guardians: new Map(own.map((policy) => [policy.clientId!, termsOf(general, policy)])),
    languages: new Map(
      own.flatMap(({ clientId, language }) => (language ? [[clientId!, language] as const] : [])),
    ),
  }
}

type Policy = ReminderChoices & {
  serviceId: string | null
  clientId: string | null
  /** The child of whom the client is a guardian. */
  childId: string | null
}

const TERMS = `p.service_id AS "serviceId", p.client_id AS "clientId", p.offsets_minutes AS "offsetsMinutes",
         p.channels, p.text_channels AS "textChannels", p.quiet_hours AS "quietHours", p.language`

const IN_FORCE = `
  SELECT ${TERMS}, NULL AS "childId"
  FROM reminder_policies p
  WHERE p.tenant_id = $1 AND p.archived_at IS NULL AND p.client_id IS NULL
    AND (p.service_id IS NULL OR p.service_id = ANY ($2))
  UNION ALL
  SELECT ${TERMS}, g.child_id
  FROM reminder_policies p JOIN guardianships g ON g.tenant_id = p.tenant_id AND g.client_id = p.client_id
  WHERE p.tenant_id = $1 AND p.archived_at IS NULL AND g.child_id = ANY ($3) AND g.legal AND g.ended_at IS NULL`
