import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { jsonArray } from '#platform/core/json.ts'
import { changeProgram } from './change-program.ts'
import { assertWithin, withDelayEnded } from './rules.ts'
import type { EndDelay } from './schemas.ts'

/** The clocks go on the day after `endsOn`. */
export const endEarlyInterventionProgramDelay = (
  ctx: Context,
  { endsOn, cause, ...ref }: RecordRef & EndDelay,
) =>
  changeProgram(ctx, ref, ({ delays, span }) => {
    assertWithin('endsOn', endsOn, span)
    return { delays: jsonArray(withDelayEnded(delays, cause, endsOn)) }
  })
