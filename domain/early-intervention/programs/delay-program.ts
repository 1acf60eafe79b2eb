import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { jsonArray } from '#platform/core/json.ts'
import { changeProgram } from './change-program.ts'
import { assertDocumented, assertWithin, withDelay } from './rules.ts'
import type { AddDelay } from './schemas.ts'

/** A documented delay: the clocks that it concerns do not count its days if the family caused it. */
export const delayProgram = (ctx: Context, { delay, ...ref }: RecordRef & { delay: AddDelay }) => {
  const { startsOn, endsOn = null } = delay
  return changeProgram(ctx, ref, ({ delays, span }) => {
    assertWithin('startsOn', startsOn, span)
    if (endsOn !== null) assertWithin('endsOn', endsOn, span)
    const stored = { ...delay, endsOn }
    assertDocumented(stored, span)
    return { delays: jsonArray(withDelay(delays, stored)) }
  })
}
