import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { assertAssignable } from './assert-assignable.ts'
import { overrideFollowUp, stepNamed, type OverriddenStep } from './override-follow-up.ts'
import { settleAction } from './record.ts'
import { actionRequiredOf } from './schemas.ts'

interface Acknowledgment extends OverriddenStep {
  note: string
  assigneeId?: string | undefined
}

/**
 * Settles a step that needs attention, with a note; the record keeps what was asked. If an assignee is given,
 * the step still needs attention and names the person responsible.
 */
export const acknowledgeStep = (
  ctx: Context,
  { step: name, note, assigneeId, ...ref }: Acknowledgment,
) =>
  overrideFollowUp(ctx, ref, async (tx, followUp) => {
    const step = stepNamed(followUp, name)
    const messages = followUp.messages.filter((message) => message.step === name)
    const actionRequired = actionRequiredOf(step, messages)
    if (actionRequired === null) {
      const { status } = step
      throw new DomainError(
        'invalid_transition',
        'This step needs no attention, so there is nothing to acknowledge.',
        {
          extra: { status, allowed: [] },
        },
      )
    }
    const on = [tx.tenantId, followUp.id, name, tx.now, tx.actor.id, note]
    if (assigneeId !== undefined) {
      await assertAssignable(tx, assigneeId)
      await tx.sql(ASSIGN, [...on, assigneeId])
      return
    }
    await settleAction(tx, followUp.id, [name])
    await tx.sql(ACKNOWLEDGE, [...on, actionRequired])
  })

const ACKNOWLEDGE = `
  UPDATE follow_up_steps SET acknowledged_at = $4, acknowledged_by = $5, acknowledgment_note = $6,
    acknowledged_action = $7
  WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3`

const ASSIGN = `
  UPDATE follow_up_steps SET assigned_at = $4, assigned_by = $5, assignment_note = $6, assignee_id = $7
  WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3`
