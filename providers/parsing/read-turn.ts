/**
 * Every file is first read in a short turn. A file that takes longer is read again from the start in a long
 * turn, on a separate task queue where only such files wait for it (docs/decisions/0059).
 */
export type ReadTurn = 'short' | 'long'

/** Enough for nearly all files of a centre: most take less than a second. */
const SHORT_MS = 2_500
/** A long turn, and the additional time for each mebibyte of the file. */
const LONG_MS = 45_000
const LONG_PER_MIB_MS = 3_000
const MIB = 1024 * 1024

/** How long one turn may take for a file of this size. */
export const deadlineOf = (turn: ReadTurn, sizeBytes: number): number =>
  turn === 'short' ? SHORT_MS : LONG_MS + Math.ceil((LONG_PER_MIB_MS * sizeBytes) / MIB)
