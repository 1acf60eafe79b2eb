import type { Context } from '#platform/core/context/context.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { changeProgram, type ProgramRef } from './change-program.ts'
import { earlyInterventionEvents, programFacts } from './events.ts'
import { assertDocumented, assertWithin, withDelay } from './rules.ts'
import type { AddDelay } from './schemas.ts'

/** Adds a documented delay. If the family caused it, clocks exclude its days. */
export const delayProgram = (ctx: Context, { delay, ...ref }: ProgramRef & { delay: AddDelay }) => {
  const { startsOn, endsOn = null } = delay
  return changeProgram(ctx, ref, ({ row, delays, span }, tx) => {
    assertWithin('startsOn', startsOn, span)
    if (endsOn !== null) assertWithin('endsOn', endsOn, span)
    const stored = { ...delay, endsOn }
    assertDocumented(stored, span)
    const after = withDelay(delays, stored)
    const { cause } = delay
    tx.emit(
      earlyInterventionEvents['program.delayed'],
      { type: 'program', id: row.id },
      { ...programFacts(row), cause, startsOn, ...(endsOn !== null && { endsOn }) },
    )
    return { delays: jsonArray(after) }
  })
}
