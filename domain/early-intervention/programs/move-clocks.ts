import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { replan } from '#messaging/follow-ups/plan-steps.ts'
import { loadHolidays } from '../clocks/holidays.ts'
import { loadDeadlineRecalculation } from '../clocks/queries.ts'
import { PROGRAM_DATES, writeDeadlines, type ProgramDates } from './recalculate-deadlines.ts'
import { earlyInterventionCheckInWorkflow } from './workflows.ts'

/** Programs per batch. */
const MOVING_BATCH = 100

/**
 * Recomputes the deadlines of the next batch of programs with the current closures, and their next steps. The
 * record stores the position, so repeating a batch changes nothing.
 */
export const moveClocks = (ctx: Context, { id }: { id: string }): Promise<'more' | 'finished'> =>
  transact(ctx, 'closures:write', async (tx) => {
    await lockRecord(tx, 'deadline_recalculations', id)
    const before = await loadDeadlineRecalculation(tx, id)
    const subject = { type: 'deadlineRecalculation', id } as const
    if (before.status !== 'RUNNING') {
      tx.nothingChanged(subject)
      return 'finished'
    }
    const batch = await tx.sql<ProgramDates>(BATCH, [tx.tenantId, before.cursorId, MOVING_BATCH])
    const moved = await writeDeadlines(tx, batch, await loadHolidays(tx))
    for (const programId of moved) await moveSteps(tx, programId)
    const more = batch.length === MOVING_BATCH
    const after = await tx.db.deadlineRecalculation.update({
      where: keyOf(tx, id),
      data: {
        programs: before.programs + batch.length,
        moved: before.moved + moved.size,
        cursorId: batch.at(-1)?.id ?? before.cursorId,
        ...(!more && { status: 'DONE', finishedAt: tx.now }),
        ...touched(tx),
      },
    })
    tx.changed(subject, before, after)
    return more ? 'more' : 'finished'
  })

/** For most programs the next step stays the same, so their workflows are not woken. */
const moveSteps = async (tx: Transaction, subjectId: string): Promise<void> => {
  const workflow = earlyInterventionCheckInWorkflow
  const { waitsElsewhere } = await replan(tx, { kind: workflow.name, subjectId })
  if (waitsElsewhere) tx.wake(workflow, subjectId)
}

/** The next programs that have clocks with working days; others are not affected. */
const BATCH = `
  ${PROGRAM_DATES} AND p.status = 'ACTIVE' AND c.clocks @> '[{"unit": "WORKING_DAYS"}]' AND p.id > $2
  ORDER BY p.id LIMIT $3 FOR UPDATE OF p`
