/**
 * Every file is first read in a short turn. One that needs more is read again from its start in a long turn, on a
 * task queue of its own, where only such files wait for it (docs/decisions/0059).
 */
export type ReadTurn = 'short' | 'long'

/** Enough for nearly every file of a centre: most take less than a second. */
const SHORT_MS = 2_500
/** A long turn, and what it has more for each mebibyte of the file. */
const LONG_MS = 45_000
const LONG_PER_MIB_MS = 3_000
const MIB = 1024 * 1024

/** How long a file of this size may be read in a turn. */
export const deadlineOf = (turn: ReadTurn, sizeBytes: number): number =>
  turn === 'short' ? SHORT_MS : LONG_MS + Math.ceil((LONG_PER_MIB_MS * sizeBytes) / MIB)
