import type { Context } from '#platform/core/context/context.ts'
import { overrideFollowUp, stepFor, type OverriddenStep } from './override-follow-up.ts'
import { UNSEEN } from './record.ts'

/**
 * Executes a step now instead of at its planned time, under its usual rules. A step that needs attention can be
 * executed again, once a person has removed the cause.
 */
export const runStepNow = (ctx: Context, { step, ...ref }: OverriddenStep) =>
  overrideFollowUp(ctx, ref, async (tx, followUp) => {
    const { status } = stepFor(followUp, step, 'run-now')
    const now = status === 'SCHEDULED' ? FIRE : FIRE_AGAIN
    await tx.sql(now, [tx.tenantId, followUp.id, step, tx.now])
  })

const FIRE = `
  UPDATE follow_up_steps SET run_now_at = COALESCE(run_now_at, $4)
  WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3`

const FIRE_AGAIN = `
  UPDATE follow_up_steps
  SET run_now_at = $4, status = 'SCHEDULED', happened_at = NULL, outcome = NULL, action_required = NULL,
    ${UNSEEN}
  WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3`
