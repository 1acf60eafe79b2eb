import { defineMoves, waking } from '#platform/core/records/moves.ts'
import { ImportStatus } from './rules.ts'
import { appointmentImportWorkflow } from './workflows.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { importToRun } from './import-to-run.ts'

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
  waits: {
    READING: 'its workflow reads the file',
    CHECKING: 'its workflow checks the rows',
    CHECKED: importToRun,
    RUNNING: 'its workflow books the rows',
    DONE: 'its rows are booked; it can be checked again or undone',
    UNDOING: 'its workflow undoes the rows',
    UNDONE: ENDED,
    FAILED: 'it created nothing; a corrected file is another import',
  },
  moves: {
    check: { from: ['CHECKED', 'DONE'], to: 'CHECKING', wakes },
    run: { from: ['CHECKED'], to: 'RUNNING', wakes },
    undo: { from: ['CHECKED', 'DONE'], to: 'UNDOING', wakes },
  },
})
