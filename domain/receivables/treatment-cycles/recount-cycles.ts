import type { TreatmentCycle as CycleModel } from '#prisma/generated/client.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { unitsOf, type UnitRule } from '#organization/services/billable-units.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { crossingsOf } from './rules.ts'
import { treatmentCycleWorkflow } from './workflows.ts'

/**
 * Counts a child's treatment cycles again after sessions or authorizations have changed. Wakes the follow-ups
 * of cycles that cross a threshold. Idempotent.
 */
export const recountCycles = async (tx: Transaction, childId: string): Promise<void> => {
  const locked = await tx.sql<{ id: string }>(LOCK, [tx.tenantId, childId])
  if (locked.length === 0) return
  const ids = locked.map(({ id }) => id)
  const { defaultTimeZone } = await loadTenantSettings(tx)
  // Read after the locks, so that the statement sees what others have committed.
  const cycles = await tx.db.treatmentCycle.findMany({
    where: { tenantId: tx.tenantId, id: { in: ids } },
  })
  // Counts sessions at any location, because a cycle belongs to the child.
  const counted = await tx.asCentre(() =>
    tx.sql<{ id: string; used: number }>(USED, [tx.tenantId, ids, defaultTimeZone]),
  )
  const usedOf = new Map(counted.map(({ id, used }) => [id, used]))
  for (const cycle of cycles) await writeCount(tx, cycle, usedOf.get(cycle.id) ?? 0)
}

const writeCount = async (tx: Transaction, before: CycleModel, used: number): Promise<void> => {
  const { id, authorized, reached80At, reached90At } = before
  const crossings = crossingsOf({ used, authorized }, before, tx.now)
  const crossed =
    (reached80At === null) !== (crossings.reached80At === null) ||
    (reached90At === null) !== (crossings.reached90At === null)
  if (used === before.used && !crossed) return
  const after = await tx.db.treatmentCycle.update({
    where: keyOf(tx, id),
    data: { used, ...crossings, ...touched(tx) },
  })
  tx.changed({ type: 'treatmentCycle', id }, before, after)
  if (crossed) tx.wake(treatmentCycleWorkflow, id)
}

/** Locks all of the child's cycles in a fixed order before one is changed. */
export const lockSiblings = (tx: Transaction, id: string): Promise<unknown> =>
  tx.sql(LOCK_SIBLINGS, [tx.tenantId, id])

/** Plans a child's cycles again after the child was archived, restored or merged, or after one cycle renews another. */
export const wakeCycles = async (tx: Transaction, childId: string): Promise<void> => {
  for (const { id } of await tx.sql<{ id: string }>(LOCK, [tx.tenantId, childId]))
    tx.wake(treatmentCycleWorkflow, id)
}

/** The booked usage, and the successor of each cycle. */
export interface Outlook {
  booked: number
  renewedById: string | null
}

export const loadOutlooks = async (
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, Outlook>> => {
  const { defaultTimeZone } = await loadTenantSettings(reader)
  const [successors, appointments] = await Promise.all([
    reader.sql<{ id: string; renewedById: string | null }>(SUCCESSORS, [reader.tenantId, ids]),
    reader.sql<Booked>(BOOKED, [reader.tenantId, ids, defaultTimeZone]),
  ])
  const bookedOf = Map.groupBy(appointments, ({ id }) => id)
  return new Map(
    successors.map(({ id, renewedById }) => {
      const booked = (bookedOf.get(id) ?? []).reduce((sum, it) => sum + expectedOf(it), 0)
      return [id, { booked, renewedById }]
    }),
  )
}

interface Booked {
  id: string
  measure: 'SESSIONS' | 'UNITS'
  minutes: number
  unitRule: UnitRule | null
  unitMinutes: number | null
}

/** The usage that planned appointments are expected to cause. */
const expectedOf = ({ measure, minutes, unitRule, unitMinutes }: Booked): number =>
  measure === 'UNITS' && unitRule ? unitsOf(minutes, unitRule, unitMinutes!) : 1

const LOCK = `
  SELECT id FROM treatment_cycles WHERE tenant_id = $1 AND child_id = $2 AND closed_at IS NULL
  ORDER BY id FOR UPDATE`

const LOCK_SIBLINGS = `
  SELECT id FROM treatment_cycles WHERE tenant_id = $1 AND closed_at IS NULL
    AND child_id = (SELECT child_id FROM treatment_cycles WHERE tenant_id = $1 AND id = $2)
  ORDER BY id FOR UPDATE`

const inPeriod = (at: string) => `
  ${at} >= therapy.instant_of(c.starts_on::timestamp, $3) AND ${at} < therapy.instant_of((c.ends_on + 1)::timestamp, $3)`

/** A service with a cycle of its own counts there; a general cycle counts all others. */
const ofService = (
  service: string,
  at: string,
) => `(CASE WHEN c.service_id IS NOT NULL THEN ${service} = c.service_id
  ELSE ${service} IS NULL OR NOT EXISTS (
    SELECT FROM treatment_cycles o WHERE o.tenant_id = c.tenant_id AND o.child_id = c.child_id
      AND o.service_id = ${service} AND o.closed_at IS NULL
      AND therapy.local_time(${at}, $3)::date BETWEEN o.starts_on AND o.ends_on) END)`

/** Sessions that count: ended, attended and billable, and of a completed appointment or without one. */
const USED = `
  SELECT c.id, sum(CASE c.measure WHEN 'UNITS' THEN COALESCE(s.billable_units, 1) ELSE 1 END)::int AS used
  FROM treatment_cycles c
  JOIN sessions s ON s.tenant_id = c.tenant_id AND s.child_id = c.child_id AND ${inPeriod('s.started_at')}
  LEFT JOIN appointments a ON a.tenant_id = s.tenant_id AND a.id = s.appointment_id
  WHERE c.tenant_id = $1 AND c.id = ANY ($2) AND s.ended_at IS NOT NULL AND s.billable AND s.attendance <> 'ABSENT'
    AND (a.id IS NULL OR a.status = 'COMPLETED')
    AND ${ofService('COALESCE(s.service_id, a.service_id)', 's.started_at')}
  GROUP BY c.id`

const BOOKED = `
  SELECT c.id, c.measure, v.unit_rule AS "unitRule", v.unit_minutes AS "unitMinutes",
         floor(EXTRACT(EPOCH FROM a.ends_at - a.starts_at) / 60)::int AS minutes
  FROM treatment_cycles c
  JOIN appointments a ON a.tenant_id = c.tenant_id AND a.child_id = c.child_id AND ${inPeriod('a.starts_at')}
    AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS')
  LEFT JOIN services v ON v.tenant_id = a.tenant_id AND v.id = a.service_id
  WHERE c.tenant_id = $1 AND c.id = ANY ($2) AND ${ofService('a.service_id', 'a.starts_at')}`

const SUCCESSORS = `
  SELECT c.id, (
      SELECT n.id FROM treatment_cycles n
      WHERE n.tenant_id = c.tenant_id AND n.child_id = c.child_id AND n.closed_at IS NULL
        AND n.service_id IS NOT DISTINCT FROM c.service_id AND n.starts_on > c.ends_on
      ORDER BY n.starts_on LIMIT 1) AS "renewedById"
  FROM treatment_cycles c WHERE c.tenant_id = $1 AND c.id = ANY ($2)`
