import { defineMoves } from '#platform/core/records/moves.ts'
import { RECOVERY_STATUS } from './schemas.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { webhookRecoveryFailed } from './webhook-recovery-failed.ts'

export const recoveryMoves = defineMoves()({
  noun: 'A recovery',
  subject: 'webhookRecovery',
  states: RECOVERY_STATUS,
  initial: ['RUNNING'],
  elsewhere: {
    DONE: 'its workflow, once every event was looked at',
    FAILED: 'its workflow, if it cannot continue',
  },
  waits: {
    RUNNING: 'its workflow looks at the events',
    DONE: ENDED,
    CANCELLED: ENDED,
    FAILED: webhookRecoveryFailed,
  },
  moves: {
    cancel: { from: ['RUNNING'], to: 'CANCELLED' },
  },
})
