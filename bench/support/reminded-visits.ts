import type pg from 'pg'
import { appointmentLifecycleWorkflow } from '#scheduling/appointments/workflows.ts'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { Centre } from './centre.ts'

/** The offset of the centre's only reminder. */
const DAY_MINUTES = 24 * 60
/** Follow-ups started by one transaction. */
const BATCH = 500

/**
 * Visits that begin together, each of a child, a guardian with an e-mail address and a provider of its own: their
 * rows are written as the owner, their follow-ups are started as verbs start them.
 */
export const fillRemindedVisits = async (
  { ctx, tenantId }: Centre,
  owner: pg.Client,
  { count, dueAt }: { count: number; dueAt: Date },
): Promise<void> => {
  const startsAt = new Date(dueAt.getTime() + DAY_MINUTES * 60_000)
  const ids = (['child', 'client', 'guardianship', 'provider', 'appointment'] as const).map(
    (entity) => Array.from({ length: count }, () => newId(entity)),
  )
  await owner.query('UPDATE tenants SET reminder_offsets_minutes = $2 WHERE tenant_id = $1', [
    tenantId,
    [DAY_MINUTES],
  ])
  for (const text of ROWS) await owner.query(text, [tenantId, ...ids, startsAt])
  for (const table of ['children', 'clients', 'guardianships', 'providers', 'appointments'])
    await owner.query(`ANALYZE ${table}`)
  const visits = ids.at(-1)!
  for (let from = 0; from < count; from += BATCH)
    await transact(ctx, 'appointments:write', async (tx) => {
      tx.did({ type: 'tenant', id: tenantId }, { bench: 'reminders' })
      for (const id of visits.slice(from, from + BATCH)) tx.start(appointmentLifecycleWorkflow, id)
    })
}

const OF_EACH = `
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
    WITH ORDINALITY AS t (child, client, guardianship, provider, appointment, n)
  WHERE $7::timestamptz IS NOT NULL`

const ROWS = [
  `INSERT INTO children (tenant_id, id, first_name, last_name, birth_date, created_at, updated_at)
   SELECT $1, child, 'Mila', n::text, date '2021-05-01', now(), now() ${OF_EACH}`,
  `INSERT INTO clients (tenant_id, id, name, email, custom_fields, created_at, updated_at)
   SELECT $1, client, 'Mara Weiss', 'family.' || n || '@families.example', '{}', now(), now() ${OF_EACH}`,
  `INSERT INTO guardianships (tenant_id, id, child_id, client_id, relationship, legal, billing, created_at, updated_at)
   SELECT $1, guardianship, child, client, 'parent', true, true, now(), now() ${OF_EACH}`,
  `INSERT INTO providers (tenant_id, id, name, specialties, languages, location_ids, created_at, updated_at)
   SELECT $1, provider, 'Provider ' || n, '{}', '{}', ARRAY(SELECT id FROM locations WHERE tenant_id = $1 LIMIT 1),
     now(), now() ${OF_EACH}`,
  `INSERT INTO appointments (tenant_id, id, child_id, provider_id, location_id, type, status, starts_at, ends_at, busy_from,
     busy_until, time_zone, status_changed_at, created_at, updated_at)
   SELECT $1, appointment, child, provider, (SELECT id FROM locations WHERE tenant_id = $1 LIMIT 1), 'THERAPY_SESSION',
     'CONFIRMED', $7, $7::timestamptz + interval '45 minutes', $7, $7::timestamptz + interval '45 minutes', 'Europe/Berlin',
     now(), now(), now() ${OF_EACH}`,
]
