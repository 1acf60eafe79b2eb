import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { assertVersion, recordOf } from '#platform/core/records/record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { dateText } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { ReachedMilestone } from '../clocks/clock.ts'
import { auditedState } from './audited-state.ts'
import { recalculateDeadlines } from './recalculate-deadlines.ts'
import { loadProgram } from './queries.ts'
import { IfspServices, type IfspService } from './ifsp-services.ts'
import { auditedMoves, movedDeadlines, type ProgramOutcome } from './moved-deadlines.ts'
import type { Span, StoredDelay } from './rules.ts'
import { toProgram, Program, type ProgramRow } from './schemas.ts'
import { loadTodays } from './todays.ts'
import { earlyInterventionCheckInWorkflow } from './workflows.ts'

/** A program while it is being changed. */
export interface ProgramState {
  row: ProgramRow
  milestones: ReachedMilestone[]
  delays: StoredDelay[]
  ifspServices: IfspService[]
  /** The range in which its dates must lie. */
  span: Span
  timeZone: string
}

export interface ProgramRef extends RecordRef {
  /** If true, returns the result but changes nothing. */
  dryRun?: boolean | undefined
}

/** Returns the changed columns. */
type Decide = (
  program: ProgramState,
  tx: Transaction,
) =>
  | Promise<Prisma.EarlyInterventionProgramUncheckedUpdateInput>
  | Prisma.EarlyInterventionProgramUncheckedUpdateInput

/** Changes an active program, or one with another `status` if given. */
export const changeProgram = (
  ctx: Context,
  { dryRun = false, ...ref }: ProgramRef,
  decide: Decide,
  status: Changeable = 'ACTIVE',
): Promise<ProgramOutcome> =>
  transact(ctx, 'early-intervention:write', (tx) =>
    doneOrRehearsed(tx, { id: ref.id, dryRun }, () => changeOne(tx, ref, decide, status)),
  )

/** Which programs a verb may change. */
type Changeable = ProgramRow['status'] | 'ANY'

/** Changes a program. With `dryRun`, previews the change and keeps the recorded version. */
export const doneOrRehearsed = async (
  tx: Transaction,
  { id, dryRun }: { id: string; dryRun: boolean },
  work: () => Promise<ProgramOutcome>,
): Promise<ProgramOutcome> => {
  if (!dryRun) return work()
  const { version, updatedAt } = recordOf(await loadProgram(tx, id))
  const outcome = await tx.rehearse(work)
  tx.nothingChanged({ type: 'program', id })
  return { ...outcome, dryRun, version, updatedAt }
}

/** Changes one program: lock, If-Match, rule, write. Then recomputes its deadlines and wakes its workflow. */
export const changeOne = async (
  tx: Transaction,
  { id, version }: RecordRef,
  decide: Decide,
  status: Changeable = 'ACTIVE',
): Promise<ProgramOutcome> => {
  await lockRecord(tx, 'early_intervention_programs', id)
  const row = await loadProgram(tx, id)
  assertVersion(row, version)
  if (status !== 'ANY') assertStatus(row, status)
  const todays = await loadTodays(tx)
  const { today, timeZone } = todays.at(row.locationId)
  const program: ProgramState = {
    row,
    milestones: fromJson(Program.shape.milestones, row.milestones),
    delays: fromJson(Program.shape.delays, row.delays),
    ifspServices: fromJson(IfspServices, row.ifspServices),
    span: { earliest: { occurredOn: dateText(row.referralReceivedOn), what: 'referral' }, today },
    timeZone,
  }
  const data = await decide(program, tx)
  await tx.db.earlyInterventionProgram.update({
    where: keyOf(tx, id),
    data: { ...data, ...touched(tx) },
  })
  await recalculateDeadlines(tx, id)
  const rowAfter = await loadProgram(tx, id)
  const before = toProgram(row, today)
  const after = toProgram(rowAfter, todays.at(rowAfter.locationId).today)
  const moved = movedDeadlines(before, after)
  const deadlines = auditedMoves(moved, before, after)
  tx.changed(
    { type: 'program', id },
    { ...auditedState(row), deadlines: deadlines.from },
    { ...auditedState(rowAfter), deadlines: deadlines.to },
    { before, after },
  )
  tx.wake(earlyInterventionCheckInWorkflow, id)
  return { dryRun: false, ...after, movedDeadlines: moved }
}

const assertStatus = ({ status }: ProgramRow, expected: ProgramRow['status']): void => {
  if (status === expected) return
  const message =
    status === 'CLOSED'
      ? 'The program is CLOSED, so it cannot change. If it was closed by mistake, reopen it.'
      : 'The program is already ACTIVE, so it cannot be reopened.'
  const extra = { status, allowed: status === 'CLOSED' ? ['reopen'] : [] }
  throw new DomainError('invalid_transition', message, { extra })
}
