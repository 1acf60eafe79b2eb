import { defineMoves } from '#platform/core/records/moves.ts'
import { AgentRunStatus } from './schemas.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { agentStepToApprove } from '../agent-run-steps/agent-step-to-approve.ts'

export const agentRunMoves = defineMoves()({
  noun: 'A run',
  subject: 'agentRun',
  states: AgentRunStatus,
  initial: ['RUNNING'],
  elsewhere: {
    WAITING: 'a waiting node, also after a run is resumed',
    SUCCEEDED: 'its last node',
    FAILED: 'a failed node',
  },
  waits: {
    RUNNING: 'its workflow executes the next node',
    WAITING: agentStepToApprove,
    SUCCEEDED: ENDED,
    FAILED: 'it has ended; repeated failures pause the agent, with a task',
    CANCELLED: ENDED,
    PAUSED: 'a person has paused it until they resume it',
  },
  moves: {
    // The loop ends a run, with its steps and its event. A resumed run may be at a node that waits.
    cancel: { from: ['RUNNING', 'WAITING', 'PAUSED'], to: 'CANCELLED' },
    pause: { from: ['RUNNING', 'WAITING'], to: 'PAUSED' },
    resume: { from: ['PAUSED'], to: 'RUNNING' },
  },
})
