import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { overrideFollowUp, stepNamed, type OverriddenStep } from './override-follow-up.ts'
import { settleAction } from './record.ts'
import { actionRequiredOf } from './schemas.ts'

/** Takes the attention off a step, with what was done about it; its record keeps what it asked for. */
export const acknowledgeStep = (
  ctx: Context,
  { step: name, note, ...ref }: OverriddenStep & { note: string },
) =>
  overrideFollowUp(ctx, ref, async (tx, followUp) => {
    const step = stepNamed(followUp, name)
    const messages = followUp.messages.filter((message) => message.step === name)
    const actionRequired = actionRequiredOf(step, messages)
    if (actionRequired === null) {
      const { status } = step
      throw new DomainError('invalid_transition', 'This step asks for no attention.', {
        extra: { status, allowed: [] },
      })
    }
    await settleAction(tx, followUp.id, [name])
    await tx.sql(ACKNOWLEDGE, [
      tx.tenantId,
      followUp.id,
      name,
      tx.now,
      tx.actor.id,
      actionRequired,
      note,
    ])
  })

const ACKNOWLEDGE = `
  UPDATE follow_up_steps SET acknowledged_at = $4, acknowledged_by = $5, acknowledged_action = $6,
    acknowledgment_note = $7
  WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3`
