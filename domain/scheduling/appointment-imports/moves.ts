import { defineMoves, waking } from '#platform/core/records/moves.ts'
import { ImportStatus } from './rules.ts'
import { appointmentImportWorkflow } from './workflows.ts'

const wakes = [waking(appointmentImportWorkflow)]

export const importMoves = defineMoves()({
  noun: 'An import',
  subject: 'appointmentImport',
  states: ImportStatus,
  initial: ['READING'],
  elsewhere: {
    CHECKED: 'its workflow, once each row is checked',
    DONE: 'its workflow, once each row is booked or refused',
    UNDONE: 'its workflow, once each row is undone',
    FAILED: 'its workflow, if the file could not be read',
  },
  moves: {
    check: { from: ['CHECKED', 'DONE'], to: 'CHECKING', wakes },
    run: { from: ['CHECKED'], to: 'RUNNING', wakes },
    undo: { from: ['CHECKED', 'DONE'], to: 'UNDOING', wakes },
  },
})
