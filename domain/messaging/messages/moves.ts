import { defineMoves, waking } from '#platform/core/records/moves.ts'
import { MessageStatus } from './rules.ts'
import { messageDeliveryWorkflow } from './workflows.ts'

export const messageMoves = defineMoves()({
  noun: 'A message',
  subject: 'message',
  states: MessageStatus,
  initial: ['QUEUED', 'SKIPPED'],
  elsewhere: { SENT: 'its delivery', FAILED: 'its delivery, if it was refused or took too long' },
  moves: {
    cancel: { from: ['QUEUED'], to: 'SKIPPED', wakes: [waking(messageDeliveryWorkflow)] },
    resend: {
      from: ['SKIPPED', 'FAILED', 'BOUNCED'],
      to: 'QUEUED',
      wakes: [waking(messageDeliveryWorkflow)],
    },
    'mark-bounced': { from: ['SENT'], to: 'BOUNCED', operation: 'markMessageBounced' },
  },
})
