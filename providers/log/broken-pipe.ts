const streams = () => [process.stdout, process.stderr]

/** Ends the process silently once nobody reads its output, as SIGPIPE ends other programs: `therapy … | head`. */
export const endWithReader = (): void => {
  const SIGPIPE_STATUS = 141
  for (const stream of streams())
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(SIGPIPE_STATUS)
    })
}

/** Keeps a server running when the reader of its output has ended, as the log does (destination.ts). */
export const outliveReader = (): void => {
  for (const stream of streams()) stream.on('error', () => undefined)
}
