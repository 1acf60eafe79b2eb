import type { Context } from '#platform/core/context.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { keyOf, touched } from '#platform/core/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { replan } from '#messaging/follow-ups/plan-steps.ts'
import { currentCalendar, loadHolidayCalendar } from '../clocks/queries.ts'
import { PROGRAM_DATES, writeDeadlines, type ProgramDates } from './recalculate-deadlines.ts'
import { earlyInterventionCheckInWorkflow } from './workflows.ts'

/** Programs that one batch looks at. */
const MOVING_BATCH = 100

/**
 * Moves the next programs to a holiday calendar: their deadlines, and the steps that follow from them.
 * Where it goes on is kept in the calendar's record, so that a batch made twice changes nothing.
 */
export const moveClocks = (ctx: Context, { id }: { id: string }): Promise<'more' | 'finished'> =>
  transact(ctx, 'holiday-calendars:write', async (tx) => {
    await lockRecord(tx, 'holiday_calendars', id)
    const before = await loadHolidayCalendar(tx, id)
    const subject = { type: 'holidayCalendar', id } as const
    if (before.moving !== 'RUNNING') {
      tx.nothingChanged(subject)
      return 'finished'
    }
    const current = await currentCalendar(tx)
    const superseded = current.id !== id
    const batch = superseded
      ? []
      : await tx.sql<ProgramDates>(BATCH, [tx.tenantId, before.cursorId, MOVING_BATCH])
    const moved = await writeDeadlines(tx, batch, current.holidays)
    for (const programId of moved) await moveSteps(tx, programId)
    const more = batch.length === MOVING_BATCH
    const after = await tx.db.holidayCalendar.update({
      where: keyOf(tx, id),
      data: {
        programs: before.programs + batch.length,
        moved: before.moved + moved.size,
        cursorId: batch.at(-1)?.id ?? before.cursorId,
        ...(!more && { moving: superseded ? 'SUPERSEDED' : 'DONE', finishedAt: tx.now }),
        ...touched(tx),
      },
    })
    const { programs } = after
    tx.changed(subject, before, { programs, moved: after.moved, moving: after.moving })
    return more ? 'more' : 'finished'
  })

/** Of most programs the step that comes next is the same: their workflows sleep on. */
const moveSteps = async (tx: Transaction, subjectId: string): Promise<void> => {
  const workflow = earlyInterventionCheckInWorkflow
  const { waitsElsewhere } = await replan(tx, { kind: workflow.name, subjectId })
  if (waitsElsewhere) tx.wake(workflow, subjectId)
}

const BATCH = `${PROGRAM_DATES} AND p.status = 'ACTIVE' AND p.id > $2 ORDER BY p.id LIMIT $3 FOR UPDATE OF p`
