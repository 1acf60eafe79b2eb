import type { Context } from '#platform/core/context.ts'
import { operate, stepFor, type OperatedStep } from './operate.ts'
import { settleStep } from './record.ts'

/** Leaves a step out. When its time moves, because the subject did, it is planned again. */
export const skipStep = (
  ctx: Context,
  { step, reason, ...ref }: OperatedStep & { reason?: string | undefined },
) =>
  operate(ctx, ref, async (tx, followUp) => {
    stepFor(followUp, step, 'skip')
    const outcome = `skipped by ${tx.actor.id}${reason ? `: ${reason}` : ''}`
    await settleStep(tx, followUp.id, { step, status: 'SKIPPED', outcome })
  })
