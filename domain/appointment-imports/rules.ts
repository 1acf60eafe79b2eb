import type { StateMachine } from '../core/state-machine.ts'

/** Appointments of one file. */
export const MOST_ROWS = 5_000

export const ImportStatus = ['CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE'] as const
export type ImportStatus = (typeof ImportStatus)[number]

export const RowResult = [
  'WOULD_CREATE',
  'CREATED',
  'UNCHANGED',
  'CONFLICT',
  'INVALID',
  'UNDONE',
  'KEPT',
] as const
export type RowResult = (typeof RowResult)[number]

export const RowAction = ['CHECK', 'CREATE', 'UNDO'] as const
export type RowAction = (typeof RowAction)[number]

/** Checking again is for what was mended meanwhile: it looks at every row that is not created. */
export const IMPORT_TRANSITIONS = {
  check: { CHECKED: 'CHECKING', DONE: 'CHECKING' },
  run: { CHECKED: 'RUNNING' },
  undo: { CHECKED: 'UNDOING', DONE: 'UNDOING' },
} as const satisfies StateMachine<ImportStatus>

/** What an import is once nothing of it is pending. */
export const SETTLED: Partial<Record<ImportStatus, ImportStatus>> = {
  CHECKING: 'CHECKED',
  RUNNING: 'DONE',
  UNDOING: 'UNDONE',
}

interface Interval {
  number: number
  /** Who and what is taken, such as `provider prv_…`. */
  takes: readonly { id: string; from: number; until: number }[]
}

/** Rows of a file that want what an earlier one of it takes, with the number of that one. */
export const clashes = (rows: readonly Interval[]): Map<number, number> => {
  const taken = new Map<string, { from: number; until: number; number: number }[]>()
  const found = new Map<number, number>()
  for (const { number, takes } of rows) {
    const other = takes
      .flatMap(({ id, from, until }) =>
        (taken.get(id) ?? []).filter((one) => one.from < until && from < one.until),
      )
      .at(0)
    if (other) {
      found.set(number, other.number)
      continue
    }
    for (const { id, from, until } of takes)
      taken.set(id, [...(taken.get(id) ?? []), { from, until, number }])
  }
  return found
}
