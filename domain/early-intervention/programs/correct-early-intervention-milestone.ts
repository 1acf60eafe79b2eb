import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalidReference } from '#platform/core/errors/errors.ts'
import { fromJson, jsonArray } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant, type RecordRef } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { ReachedMilestone } from '../clocks/clock.ts'
import { changeOne, doneOrRehearsed, type ProgramRef } from './change-program.ts'
import { emitCorrected } from './events.ts'
import type { ProgramOutcome } from './moved-deadlines.ts'
import { loadProgram } from './queries.ts'
import { milestoneRecorded } from './record-early-intervention-milestone.ts'
import { recordedMilestone, repeats, withoutMilestone } from './rules.ts'
import { Program, type CorrectMilestone, type RecordMilestone } from './schemas.ts'

/**
 * Corrects a milestone that was recorded on the wrong day or for the wrong child: withdraws it and records it
 * in the right place, in one transaction.
 */
export const correctEarlyInterventionMilestone = (
  ctx: Context,
  { correction, dryRun = false, ...ref }: ProgramRef & { correction: CorrectMilestone },
): Promise<ProgramOutcome> =>
  transact(ctx, 'early-intervention:write', async (tx) => {
    const { programId = ref.id, correctOccurredOn, ...wrong } = correction
    await lockPrograms(tx, [ref.id, programId])
    // The consent is not carried over: a consent for the right day and child is given instead.
    const { consentId: _, ...taken } = recordedMilestone(await milestonesOf(tx, ref.id), wrong)
    const right = { ...taken, kind: wrong.kind, occurredOn: correctOccurredOn ?? wrong.occurredOn }
    return doneOrRehearsed(tx, { id: ref.id, dryRun }, () =>
      programId === ref.id
        ? correctDay(tx, ref, wrong, right)
        : correctProgram(tx, ref, { wrong, right, programId }),
    )
  })

const correctDay = (
  tx: Transaction,
  ref: RecordRef,
  wrong: ReachedMilestone,
  right: RecordMilestone,
): Promise<ProgramOutcome> =>
  changeOne(tx, ref, (program) => {
    emitCorrected(tx, program.row, ['MILESTONE'])
    const milestones = withoutMilestone(program.milestones, wrong)
    return milestoneRecorded(tx, { ...program, milestones }, right)
  })

const correctProgram = async (
  tx: Transaction,
  ref: RecordRef,
  {
    wrong,
    right,
    programId,
  }: { wrong: ReachedMilestone; right: RecordMilestone; programId: string },
): Promise<ProgramOutcome> => {
  const left = await changeOne(tx, ref, ({ row, milestones }) => {
    emitCorrected(tx, row, ['MILESTONE'])
    return { milestones: jsonArray(withoutMilestone(milestones, wrong)) }
  })
  const reached = await changeOne(tx, { id: programId }, (program) => {
    assertNotReached(program.milestones, right)
    emitCorrected(tx, program.row, ['MILESTONE'])
    return milestoneRecorded(tx, program, right)
  })
  return { ...left, movedDeadlines: [...left.movedDeadlines, ...reached.movedDeadlines] }
}

/** Locked in order of their ids, so that opposite corrections cannot deadlock. */
const lockPrograms = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  for (const id of [...new Set(ids)].toSorted())
    await lockRecord(tx, 'early_intervention_programs', id)
  const [own, other] = ids
  if (own === other) return
  const found = await tx.db.earlyInterventionProgram.findFirst({ where: inTenant(tx, other!) })
  if (!found) throw invalidReference('programId', 'early-intervention program')
}

const milestonesOf = async (tx: Transaction, id: string): Promise<ReachedMilestone[]> =>
  fromJson(Program.shape.milestones, (await loadProgram(tx, id)).milestones)

/** Refuses to overwrite an existing milestone of the other program. */
const assertNotReached = (
  milestones: readonly ReachedMilestone[],
  { kind }: RecordMilestone,
): void => {
  const known = milestones.find((it) => it.kind === kind)
  if (!known || repeats(kind)) return
  throw new DomainError(
    'already_exists',
    `The other program already has ${kind} of ${known.occurredOn} on record. Withdraw that milestone first.`,
  )
}
