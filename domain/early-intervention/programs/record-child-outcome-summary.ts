import type { Context } from '#platform/core/context/context.ts'
import { fromJson, jsonArray } from '#platform/core/sql/json.ts'
import { changeProgram, type ProgramRef } from './change-program.ts'
import {
  OutcomeSummaries,
  withOutcomeSummary,
  type RecordOutcomeSummary,
} from './outcome-summaries.ts'

/**
 * Records a rating. A repeated rating corrects the first one, even after the program is closed, because the
 * exit may be rated after the child has left.
 */
export const recordChildOutcomeSummary = (
  ctx: Context,
  { summary, ...ref }: ProgramRef & { summary: RecordOutcomeSummary },
) =>
  changeProgram(
    ctx,
    ref,
    ({ row, span }) => {
      const known = fromJson(OutcomeSummaries, row.outcomeSummaries)
      return { outcomeSummaries: jsonArray(withOutcomeSummary(known, summary, { span })) }
    },
    'ANY',
  )
