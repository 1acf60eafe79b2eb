import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { dateColumn } from '#platform/core/time.ts'
import { jsonArray } from '#platform/core/json.ts'
import type { ReachedMilestone } from '../clocks/clock.ts'
import { changeProgram } from './change-program.ts'
import { assertWithin, withMilestone } from './rules.ts'
import type { CloseProgram } from './schemas.ts'

/** The child has left early intervention: its clocks stop. */
export const closeProgram = (
  ctx: Context,
  { closedOn, reason, ...ref }: RecordRef & CloseProgram,
) =>
  changeProgram(ctx, ref, ({ milestones, span }) => {
    assertWithin('closedOn', closedOn, span)
    return closedBy(milestones, closedOn, reason ?? null)
  })

export const closedBy = (
  milestones: readonly ReachedMilestone[],
  closedOn: string,
  closeReason: string | null,
) =>
  ({
    status: 'CLOSED',
    closedOn: dateColumn(closedOn),
    closeReason,
    milestones: jsonArray(withMilestone(milestones, { kind: 'EXIT', occurredOn: closedOn })),
  }) as const
