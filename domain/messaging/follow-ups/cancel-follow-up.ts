import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { overrideFollowUp } from './override-follow-up.ts'
import { cancelSteps } from './record.ts'

/** Cancels all future steps. The follow-up stays cancelled even if its subject changes, until it is resumed. */
export const cancelFollowUp = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason?: string | undefined },
) =>
  overrideFollowUp(ctx, ref, async (tx, { id, status, steps }) => {
    if (status !== 'ACTIVE') {
      throw new DomainError(
        'invalid_transition',
        `The follow-up is ${status}, so 'cancel' is not possible.`,
        { extra: { status, allowed: [] } },
      )
    }
    const open = steps.filter((step) => step.status === 'SCHEDULED').map(({ step }) => step)
    const because = `cancelled by ${tx.actor.id}${reason ? `: ${reason}` : ''}`
    await cancelSteps(tx, id, open, because)
    await tx.sql(CANCEL, [tx.tenantId, id, tx.now])
  })

const CANCEL = `
  UPDATE follow_ups SET status = 'CANCELLED', cancelled_at = $3, resumed_at = NULL, waiting_on = NULL, next_step_at = NULL
  WHERE tenant_id = $1 AND id = $2`
