import { newId } from '#platform/core/ids.ts'
import { dateIn, dateText } from '#platform/core/time.ts'
import type { Reader, Transaction } from '#platform/core/transaction.ts'
import type { EarlyInterventionProgramme } from '#prisma/generated/client.ts'
import { currentCalendar } from '../clocks/queries.ts'
import {
  deadlinesOf,
  IDEA_PART_C,
  type Clock,
  type Deadline,
  type ReachedMilestone,
} from '../clocks/rules.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { StoredDelay } from './rules.ts'

/** A programme as far as its clocks depend on it. */
export type ProgrammeDates = Pick<
  EarlyInterventionProgramme,
  'id' | 'status' | 'referredOn' | 'milestones' | 'delays'
> & { birthDate: Date; clocks: Clock[] | null }

/** What the clocks of a programme say by a calendar. */
export const deadlinesFor = (it: ProgrammeDates, holidays: ReadonlySet<string>): Deadline[] =>
  it.status === 'CLOSED'
    ? []
    : deadlinesOf(it.clocks ?? IDEA_PART_C, {
        birthDate: dateText(it.birthDate),
        referredOn: dateText(it.referredOn),
        milestones: it.milestones as unknown as ReachedMilestone[],
        delays: it.delays as unknown as StoredDelay[],
        holidays,
      })

/**
 * Writes what the clocks of programmes say, and answers which of these it changed. The programmes must
 * be locked. Done again it changes nothing.
 */
export const writeDeadlines = async (
  tx: Transaction,
  programmes: readonly ProgrammeDates[],
  holidays: ReadonlySet<string>,
): Promise<Set<string>> => {
  const rows = programmes.flatMap((it) =>
    deadlinesFor(it, holidays).map((deadline) => ({
      id: newId('programmeDeadline'),
      programme_id: it.id,
      clock: deadline.clock,
      due_on: deadline.dueOn,
      warn_on: deadline.warnOn,
      paused: deadline.paused,
      delayed_days: deadline.delayedDays,
      counted_from: deadline.countedFrom,
      awaits: deadline.awaits,
    })),
  )
  const ids = programmes.map(({ id }) => id)
  const json = JSON.stringify(rows)
  const [gone, put] = await Promise.all([
    tx.sql<{ id: string }>(DELETE, [tx.tenantId, ids, json]),
    tx.sql<{ id: string }>(PUT, [tx.tenantId, json]),
  ])
  return new Set([...gone, ...put].map(({ id }) => id))
}

/** The programme with what its clocks need, locked until the transaction ends. */
export const lockProgrammeDates = async (
  tx: Transaction,
  id: string,
): Promise<ProgrammeDates | undefined> => {
  const [row] = await tx.sql<ProgrammeDates>(`${PROGRAMME_DATES} AND p.id = $2 FOR UPDATE OF p`, [
    tx.tenantId,
    id,
  ])
  return row
}

/** Brings the deadlines of one programme up to date. */
export const recalculateDeadlines = async (tx: Transaction, id: string): Promise<void> => {
  const programme = await lockProgrammeDates(tx, id)
  const { holidays } = await currentCalendar(tx)
  await writeDeadlines(tx, [programme!], holidays)
}

export const todayOf = async (reader: Reader): Promise<{ today: string; zone: string }> => {
  const { defaultZone: zone } = await loadTenantSettings(reader)
  return { today: dateIn(reader.now, zone), zone }
}

/** Dates as Prisma reads them: midnight UTC. */
export const PROGRAMME_DATES = `
  SELECT p.id, p.status, p.milestones, p.delays, c.clocks,
         p.referred_on::timestamp AT TIME ZONE 'UTC' AS "referredOn",
         k.birth_date::timestamp AT TIME ZONE 'UTC' AS "birthDate"
  FROM early_intervention_programmes p
  JOIN children k ON k.tenant_id = p.tenant_id AND k.id = p.child_id
  LEFT JOIN clock_sets c ON c.tenant_id = p.tenant_id AND c.id = p.clock_set_id
  WHERE p.tenant_id = $1`

const ROWS = `
  jsonb_to_recordset($JSON::jsonb) AS n(id text, programme_id text, clock text, due_on date, warn_on date,
    paused boolean, delayed_days integer, counted_from date, awaits text)`

const DELETE = `
  DELETE FROM programme_deadlines d WHERE tenant_id = $1 AND programme_id = ANY ($2)
    AND NOT EXISTS (SELECT FROM ${ROWS.replace('$JSON', '$3')}
                    WHERE n.programme_id = d.programme_id AND n.clock = d.clock)
  RETURNING programme_id AS id`

const PUT = `
  INSERT INTO programme_deadlines AS d (tenant_id, id, programme_id, clock, due_on, warn_on, paused, delayed_days,
    counted_from, awaits)
  SELECT $1, n.id, n.programme_id, n.clock, n.due_on, n.warn_on, n.paused, n.delayed_days, n.counted_from, n.awaits
  FROM ${ROWS.replace('$JSON', '$2')}
  ON CONFLICT (tenant_id, programme_id, clock) DO UPDATE
  SET due_on = excluded.due_on, warn_on = excluded.warn_on, paused = excluded.paused,
      delayed_days = excluded.delayed_days, counted_from = excluded.counted_from, awaits = excluded.awaits
  WHERE (d.due_on, d.warn_on, d.paused, d.delayed_days, d.counted_from, d.awaits)
    IS DISTINCT FROM (excluded.due_on, excluded.warn_on, excluded.paused, excluded.delayed_days,
                      excluded.counted_from, excluded.awaits)
  RETURNING programme_id AS id`
