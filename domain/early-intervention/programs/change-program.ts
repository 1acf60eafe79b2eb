import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { fromJson } from '#platform/core/json.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { assertVersion } from '#platform/core/record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/record-ref.ts'
import { dateText } from '#platform/core/time.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { MILESTONES, type Milestone, type ReachedMilestone } from '../clocks/clock.ts'
import { recalculateDeadlines } from './recalculate-deadlines.ts'
import { loadProgram } from './queries.ts'
import { IfspServices, type IfspService } from './ifsp-services.ts'
import type { Span, StoredDelay } from './rules.ts'
import { toProgram, Program, type ProgramRow } from './schemas.ts'
import { loadTodays } from './todays.ts'
import { earlyInterventionCheckInWorkflow } from './workflows.ts'

/** A running program in the hands of a verb. */
export interface ProgramState {
  row: ProgramRow
  milestones: ReachedMilestone[]
  delays: StoredDelay[]
  ifspServices: IfspService[]
  /** The days that its dates may be. */
  span: Span
  timeZone: string
}

/**
 * Every change of a running program: locked, If-Match, rule, write; then its deadlines are computed
 * anew and its workflow is woken.
 */
export const changeProgram = (
  ctx: Context,
  { id, version }: RecordRef,
  decide: (
    running: ProgramState,
    tx: Transaction,
  ) =>
    | Promise<Prisma.EarlyInterventionProgramUncheckedUpdateInput>
    | Prisma.EarlyInterventionProgramUncheckedUpdateInput,
): Promise<Program> =>
  transact(ctx, 'early-intervention:write', async (tx) => {
    await lockRecord(tx, 'early_intervention_programs', id)
    const row = await loadProgram(tx, id)
    assertVersion(row, version)
    if (row.status === 'CLOSED') {
      const extra = { status: row.status, allowed: [] }
      throw new DomainError('invalid_transition', 'A program that is CLOSED cannot change.', {
        extra,
      })
    }
    const todays = await loadTodays(tx)
    const { today, timeZone } = todays.at(row.locationId)
    const running: ProgramState = {
      row,
      milestones: fromJson(Program.shape.milestones, row.milestones),
      delays: fromJson(Program.shape.delays, row.delays),
      ifspServices: fromJson(IfspServices, row.ifspServices),
      span: { earliest: { occurredOn: dateText(row.referralReceivedOn), what: 'referral' }, today },
      timeZone,
    }
    const data = await decide(running, tx)
    await tx.db.earlyInterventionProgram.update({
      where: keyOf(tx, id),
      data: { ...data, ...touched(tx) },
    })
    await recalculateDeadlines(tx, id)
    const after = await loadProgram(tx, id)
    const shown = {
      before: toProgram(row, today),
      after: toProgram(after, todays.at(after.locationId).today),
    }
    tx.changed({ type: 'program', id }, auditedState(row), auditedState(after), shown)
    tx.wake(earlyInterventionCheckInWorkflow, id)
    return shown.after
  })

/** Of a milestone that is reached again and again each date; null of one that is not reached. */
const datesOf = (kind: Milestone, milestones: unknown): string[] | null => {
  const dates = fromJson(Program.shape.milestones, milestones)
    .filter((it) => it.kind === kind)
    .map(({ occurredOn }) => occurredOn)
  return dates.length > 0 ? dates : null
}

/** What the audit trail compares: the dates of milestones by kind, delays without their notes. */
const auditedState = ({
  milestones,
  delays,
  ifspServices,
  referralReceivedOn,
  closedOn,
  deadlines: _,
  ...row
}: ProgramRow) => ({
  ...row,
  referralReceivedOn: dateText(referralReceivedOn),
  closedOn: closedOn && dateText(closedOn),
  ...Object.fromEntries(MILESTONES.map((kind) => [kind, datesOf(kind, milestones)])),
  delays: fromJson(Program.shape.delays, delays).map(
    ({ startsOn, endsOn, cause, reason, attempts }) => ({
      startsOn,
      endsOn,
      cause,
      kind: reason,
      attempts: attempts.length,
    }),
  ),
  ifspServices: fromJson(IfspServices, ifspServices).map(
    ({ key, type, consentedOn, startedOn, endedOn }) => ({
      key,
      type,
      consentedOn,
      startedOn,
      endedOn,
    }),
  ),
})
