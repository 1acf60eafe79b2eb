import { ENDED } from '#platform/core/records/define-waiting.ts'
import { defineMoves } from '#platform/core/records/moves.ts'
import { REPLAY_STATUSES } from './rules.ts'

export const agentReplayMoves = defineMoves()({
  noun: 'A replay',
  subject: 'agentReplay',
  states: REPLAY_STATUSES,
  initial: ['RUNNING'],
  elsewhere: {
    DONE: 'its workflow, once every event and time is settled',
    FAILED: 'its workflow, if nobody may read for it any more',
  },
  waits: {
    RUNNING: 'its workflow computes the results',
    DONE: ENDED,
    CANCELLED: ENDED,
    FAILED: 'it changed nothing; another replay can be started',
  },
  moves: {
    // The workflow ends at its next batch.
    cancel: { from: ['RUNNING'], to: 'CANCELLED' },
  },
})
