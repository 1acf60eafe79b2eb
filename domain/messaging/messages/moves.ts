import { defineMoves, waking } from '#platform/core/records/moves.ts'
import { MessageStatus } from './rules.ts'
import { messageDeliveryWorkflow } from './workflows.ts'
import { messageUnreached } from './message-unreached.ts'

export const messageMoves = defineMoves()({
  noun: 'A message',
  subject: 'message',
  states: MessageStatus,
  initial: ['QUEUED', 'SKIPPED'],
  elsewhere: { SENT: 'its delivery', FAILED: 'its delivery, if it was refused or took too long' },
  waits: {
    QUEUED: 'its workflow sends it',
    SENT: 'it was delivered; if it comes back, it is marked as bounced',
    FAILED: messageUnreached,
    SKIPPED: messageUnreached,
    BOUNCED: messageUnreached,
  },
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
