import type { Task } from '#prisma/generated/client.ts'
import { announcing, defineMoves } from '#platform/core/records/moves.ts'
import { taskEvents, taskFacts } from './events.ts'
import { TASK_STATUSES } from './rules.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { openTask } from './open-task.ts'

export const taskMoves = defineMoves<Task>()({
  noun: 'A task',
  subject: 'task',
  states: TASK_STATUSES,
  initial: ['OPEN'],
  waits: {
    OPEN: openTask,
    DONE: ENDED,
    CANCELLED: ENDED,
  },
  moves: {
    patch: { from: ['OPEN'] },
    complete: {
      from: ['OPEN'],
      to: 'DONE',
      event: announcing(taskEvents['task.done'], taskFacts),
    },
    cancel: { from: ['OPEN'], to: 'CANCELLED' },
    reopen: { from: ['DONE', 'CANCELLED'], to: 'OPEN' },
  },
})
