import type { Task } from '#prisma/generated/client.ts'
import { announcing, defineMoves } from '#platform/core/records/moves.ts'
import { taskEvents, taskFacts } from './events.ts'
import { TASK_STATUSES } from './rules.ts'
import { openTask } from './open-task.ts'

export const taskMoves = defineMoves<Task>()({
  noun: 'A task',
  subject: 'task',
  states: TASK_STATUSES,
  initial: ['OPEN'],
  waits: {
    OPEN: openTask,
    DONE: 'it is closed; it can be reopened',
    CANCELLED: 'it is closed; it can be reopened',
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
