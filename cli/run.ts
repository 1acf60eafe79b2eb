import { describeFailure, exitCodeOf } from './failure.ts'
import { createCallProgram, isCall } from './call-program.ts'

/** Runs the process's command. Errors are printed as one line on stderr. */
export const run = async (): Promise<void> => {
  const program = isCall(process.argv.slice(2))
    ? createCallProgram()
    : (await import('./program.ts')).createProgram()
  const fail = (error: unknown): void => {
    const message = describeFailure(error, { debug: program.opts()['debug'] === true })
    if (message) process.stderr.write(`${message}\n`)
    process.exitCode = exitCodeOf(error)
  }
  process.on('uncaughtException', fail)
  await program.parseAsync().catch(fail)
}
