import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { fromJson, jsonArray } from '#platform/core/sql/json.ts'
import { changeProgram, type ProgramRef } from './change-program.ts'
import { OutcomeSummaries, type WithdrawOutcomeSummary } from './outcome-summaries.ts'

/** Removes a summary recorded by mistake. */
export const withdrawChildOutcomeSummary = (
  ctx: Context,
  { occasion, ...ref }: ProgramRef & WithdrawOutcomeSummary,
) =>
  changeProgram(
    ctx,
    ref,
    ({ row }) => {
      const known = fromJson(OutcomeSummaries, row.outcomeSummaries)
      const others = known.filter((it) => it.occasion !== occasion)
      if (others.length === known.length)
        throw invalid(
          'occasion',
          'not_found',
          `The program has no ratings of ${occasion} on record.`,
        )
      return { outcomeSummaries: jsonArray(others) }
    },
    'ANY',
  )
