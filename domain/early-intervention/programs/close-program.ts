import type { Context } from '#platform/core/context/context.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { fromJson, jsonArray } from '#platform/core/sql/json.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { ReachedMilestone } from '../clocks/clock.ts'
import { changeProgram, type ProgramRef } from './change-program.ts'
import { earlyInterventionEvents, programFacts, type ProgramIds } from './events.ts'
import { OutcomeSummaries, withOutcomeSummary } from './outcome-summaries.ts'
import { assertWithin, withMilestone } from './rules.ts'
import type { CloseProgram } from './schemas.ts'

/** Ends a program: the child has left early intervention, and its clocks stop. */
export const closeProgram = (
  ctx: Context,
  { closedOn, reason, exitOutcomes, ...ref }: ProgramRef & CloseProgram,
) =>
  changeProgram(ctx, ref, ({ row, milestones, span }, tx) => {
    assertWithin('closedOn', closedOn, span)
    const closed = closedBy(tx, row, { milestones, closedOn, reason: reason ?? null })
    if (!exitOutcomes) return closed
    const known = fromJson(OutcomeSummaries, row.outcomeSummaries)
    const summary = { occasion: 'EXIT', ...exitOutcomes } as const
    const path = 'exitOutcomes.'
    const outcomeSummaries = jsonArray(withOutcomeSummary(known, summary, { span, path }))
    return { ...closed, outcomeSummaries }
  })

/** The columns of a program that has been closed. */
export const closedBy = (
  tx: Transaction,
  program: ProgramIds,
  {
    milestones,
    closedOn,
    reason,
  }: { milestones: readonly ReachedMilestone[]; closedOn: string; reason: string | null },
) => {
  tx.emit(
    earlyInterventionEvents['program.closed'],
    { type: 'program', id: program.id },
    { ...programFacts(program), closedOn },
  )
  return {
    status: 'CLOSED',
    closedOn: dateColumn(closedOn),
    closeReason: reason,
    milestones: jsonArray(withMilestone(milestones, { kind: 'EXIT', occurredOn: closedOn })),
  } as const
}
