import { announceRows } from '#platform/core/events/announcements.ts'
import { newId } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { dateText, dateTextOrNull } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { EarlyInterventionProgram } from '#prisma/generated/client.ts'
import type { Clock } from '../clocks/clock.ts'
import { loadHolidays, type Holidays } from '../clocks/holidays.ts'
import { IDEA_PART_C } from '../clocks/idea-part-c.ts'
import { deadlinesOf, type Deadline } from '../clocks/rules.ts'
import { IfspServices } from './ifsp-services.ts'
import { Program } from './schemas.ts'

/** The fields of a program that its clocks need. */
export type ProgramDates = Pick<
  EarlyInterventionProgram,
  | 'id'
  | 'childId'
  | 'locationId'
  | 'referralReceivedOn'
  | 'milestones'
  | 'delays'
  | 'ifspServices'
  | 'closedOn'
> & { birthDate: Date; clocks: Clock[] | null }

/** The state of a program's clocks, with the holidays of its location. */
export const deadlinesFor = (it: ProgramDates, holidays: Holidays): Deadline[] =>
  deadlinesOf(it.clocks ?? IDEA_PART_C, {
    birthDate: dateText(it.birthDate),
    referralReceivedOn: dateText(it.referralReceivedOn),
    milestones: fromJson(Program.shape.milestones, it.milestones),
    delays: fromJson(Program.shape.delays, it.delays),
    ifspServices: fromJson(IfspServices, it.ifspServices),
    holidays: holidays.at(it.locationId),
    closedOn: dateTextOrNull(it.closedOn),
  })

/** Writes the clock states of locked programs. Returns the programs that changed. Idempotent. */
export const writeDeadlines = async (
  tx: Transaction,
  programs: readonly ProgramDates[],
  holidays: Holidays,
): Promise<Set<string>> => {
  const rows = programs.flatMap((it) =>
    deadlinesFor(it, holidays).map((deadline) => ({
      id: newId('programDeadline'),
      program_id: it.id,
      clock: deadline.clock,
      ifsp_service: deadline.ifspService,
      period: deadline.period,
      not_before: deadline.notBefore,
      undelayed_due_on: deadline.undelayedDueOn,
      state: deadline.state,
      met_on: deadline.metOn,
      not_owed: deadline.notOwed,
      late_cause: deadline.lateCause,
      due_on: deadline.dueOn,
      warn_on: deadline.warnOn,
      paused: deadline.paused,
      delayed_days: deadline.delayedDays,
      starts_on: deadline.startsOn,
      awaited_milestone: deadline.awaitedMilestone,
    })),
  )
  const ids = programs.map(({ id }) => id)
  const json = JSON.stringify(rows)
  const [gone, put] = await Promise.all([
    tx.sql<{ id: string }>(DELETE, [tx.tenantId, ids, json]),
    tx.sql<{ id: string }>(PUT, [tx.tenantId, json, tx.now]),
  ])
  const changed = new Set([...gone, ...put].map(({ id }) => id))
  // A program includes its deadlines, so it counts as changed.
  if (changed.size > 0) await tx.sql(TOUCH, [tx.tenantId, [...changed], tx.now])
  const programsOf = programs.filter(({ id }) => changed.has(id))
  announceRows(tx, 'early_intervention_programs', programsOf, ['deadlines'])
  return changed
}

/** Locks a program until the transaction ends, and returns the fields that its clocks need. */
export const lockProgramDates = async (
  tx: Transaction,
  id: string,
): Promise<ProgramDates | undefined> => {
  const [row] = await tx.sql<ProgramDates>(`${PROGRAM_DATES} AND p.id = $2 FOR UPDATE OF p`, [
    tx.tenantId,
    id,
  ])
  return row
}

/** Updates the deadlines of one program. */
export const recalculateDeadlines = async (tx: Transaction, id: string): Promise<void> => {
  const program = await lockProgramDates(tx, id)
  await writeDeadlines(tx, [program!], await loadHolidays(tx))
}

/** Dates in the form in which Prisma reads them: midnight UTC. */
export const PROGRAM_DATES = `
  SELECT p.id, p.child_id AS "childId", p.location_id AS "locationId", p.milestones, p.delays, p.ifsp_services AS "ifspServices", c.clocks,
         p.referral_received_on::timestamp AT TIME ZONE 'UTC' AS "referralReceivedOn",
         p.closed_on::timestamp AT TIME ZONE 'UTC' AS "closedOn",
         k.birth_date::timestamp AT TIME ZONE 'UTC' AS "birthDate"
  FROM early_intervention_programs p
  JOIN children k ON k.tenant_id = p.tenant_id AND k.id = p.child_id
  LEFT JOIN clock_sets c ON c.tenant_id = p.tenant_id AND c.id = p.clock_set_id
  WHERE p.tenant_id = $1`

const ROWS = `
  jsonb_to_recordset($JSON::jsonb) AS n(id text, program_id text, clock text, ifsp_service text, period integer, due_on date, warn_on date,
    paused boolean, delayed_days integer, starts_on date, awaited_milestone text, not_before date,
    undelayed_due_on date, state program_deadline_state, met_on date, not_owed program_deadline_not_owed,
    late_cause program_delay_cause)`

const DELETE = `
  DELETE FROM program_deadlines d WHERE tenant_id = $1 AND program_id = ANY ($2)
    AND NOT EXISTS (SELECT FROM ${ROWS.replace('$JSON', '$3')}
                    WHERE n.program_id = d.program_id AND n.clock = d.clock AND n.period = d.period
                      AND n.ifsp_service IS NOT DISTINCT FROM d.ifsp_service)
  RETURNING program_id AS id`

const TOUCH = `
  UPDATE early_intervention_programs SET updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND id = ANY ($2) AND updated_at <> $3`

const SAID = [
  'due_on',
  'warn_on',
  'paused',
  'delayed_days',
  'starts_on',
  'awaited_milestone',
  'not_before',
  'undelayed_due_on',
  'state',
  'met_on',
  'not_owed',
  'late_cause',
]
const columnsOf = (table: string) => SAID.map((column) => `${table}.${column}`).join(', ')

const PUT = `
  INSERT INTO program_deadlines AS d (tenant_id, id, program_id, clock, ifsp_service, period, ${SAID.join(', ')}, updated_at)
  SELECT $1, n.id, n.program_id, n.clock, n.ifsp_service, n.period, ${columnsOf('n')}, $3 FROM ${ROWS.replace('$JSON', '$2')}
  ON CONFLICT (tenant_id, program_id, clock, ifsp_service, period) DO UPDATE
  SET (${SAID.join(', ')}, updated_at) = ROW (${columnsOf('excluded')}, excluded.updated_at)
  WHERE (${columnsOf('d')}) IS DISTINCT FROM (${columnsOf('excluded')})
  RETURNING program_id AS id`
