import { pino } from 'pino'

/** Maximum bytes of lines that are held while they cannot be written; later lines are dropped. */
const HELD_BYTES = 1024 * 1024

export type LogDestination = ReturnType<typeof pino.destination>

/**
 * The destination of a log: standard error or a file. If it cannot be written, for example because the disk is
 * full, the process must not end: lines wait in memory, and each write tries again.
 */
export const createDestination = (dest: number | string): LogDestination => {
  const destination = pino.destination({ dest, sync: true, maxLength: HELD_BYTES })
  let dropped = 0
  // Unhandled, this event would end the process. The line is kept, and the next write repeats it.
  destination.on('error', () => undefined)
  destination.on('drop', () => {
    dropped += 1
  })
  destination.on('drain', () => {
    if (dropped === 0) return
    const lines = dropped
    dropped = 0
    destination.write(droppedLine(lines))
  })
  return destination
}

/** Written in the format of other lines (logger.ts), but not by the logger: only the destination knows the number. */
const droppedLine = (dropped: number): string =>
  `${JSON.stringify({
    level: 'warn',
    time: new Date().toISOString(),
    dropped,
    msg: 'log lines were dropped while the log could not be written',
  })}\n`
