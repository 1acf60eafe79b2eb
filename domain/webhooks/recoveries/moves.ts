import { defineMoves } from '#platform/core/records/moves.ts'
import { RECOVERY_STATUS } from './schemas.ts'

export const recoveryMoves = defineMoves()({
  noun: 'A recovery',
  subject: 'webhookRecovery',
  states: RECOVERY_STATUS,
  initial: ['RUNNING'],
  elsewhere: {
    DONE: 'its workflow, once every event was looked at',
    FAILED: 'its workflow, if it cannot continue',
  },
  moves: {
    cancel: { from: ['RUNNING'], to: 'CANCELLED' },
  },
})
