import type { Context } from '#platform/core/context/context.ts'
import { overrideFollowUp, stepFor, type OverriddenStep } from './override-follow-up.ts'
import { settleStep } from './record.ts'

/** Skips a step. If the subject moves and the step's time with it, the step is planned again. */
export const skipStep = (
  ctx: Context,
  { step, reason, ...ref }: OverriddenStep & { reason?: string | undefined },
) =>
  overrideFollowUp(ctx, ref, async (tx, followUp) => {
    stepFor(followUp, step, 'skip')
    const outcome = `skipped by ${tx.actor.id}${reason ? `: ${reason}` : ''}`
    await settleStep(tx, followUp.id, { step, status: 'SKIPPED', outcome })
  })
