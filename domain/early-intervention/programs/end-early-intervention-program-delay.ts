import type { Context } from '#platform/core/context/context.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { changeProgram, type ProgramRef } from './change-program.ts'
import { assertWithin, withDelayEnded } from './rules.ts'
import type { EndDelay } from './schemas.ts'

/** Ends a delay. The clocks continue on the day after `endsOn`. */
export const endEarlyInterventionProgramDelay = (
  ctx: Context,
  { endsOn, cause, ...ref }: ProgramRef & EndDelay,
) =>
  changeProgram(ctx, ref, ({ delays, span }) => {
    assertWithin('endsOn', endsOn, span)
    return { delays: jsonArray(withDelayEnded(delays, cause, endsOn)) }
  })
