import { pino } from 'pino'

/** Lines are held up to this size while they cannot be written; later ones are dropped, in bytes. */
const HELD_BYTES = 1024 * 1024

export type LogDestination = ReturnType<typeof pino.destination>

/**
 * Where a log goes: standard error, or a file. A destination that cannot be written, such as a file
 * on a full disk, must not end the process: lines wait in memory, and each write tries again.
 */
export const createDestination = (dest: number | string): LogDestination => {
  const destination = pino.destination({ dest, sync: true, maxLength: HELD_BYTES })
  let dropped = 0
  // Unhandled, this event ends the process. The line is kept and the next write repeats it.
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

/** In the form of our other lines (logger.ts), beside the logger: only the destination knows of it. */
const droppedLine = (dropped: number): string =>
  `${JSON.stringify({
    level: 'warn',
    time: new Date().toISOString(),
    dropped,
    msg: 'log lines were dropped while the log could not be written',
  })}\n`
