import type { Context } from '#platform/core/context/context.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeProgram } from './change-program.ts'
import { assertWithin, withAttempt } from './rules.ts'
import type { AddAttempt } from './schemas.ts'

/** Records an attempt during a delay: 34 CFR 303.310(b)(2) requires documented, repeated attempts. */
export const addEarlyInterventionProgramDelayAttempt = (
  ctx: Context,
  { input, ...ref }: RecordRef & { input: AddAttempt },
) =>
  changeProgram(ctx, ref, ({ delays, span }) => {
    const { cause, ...attempt } = input
    assertWithin('attemptedOn', attempt.attemptedOn, span)
    return { delays: jsonArray(withAttempt(delays, cause, attempt)) }
  })
