/** The operator's command line: `bin/therapy --help`. */
import { describeFailure, exitCodeOf } from './failure.ts'
import { createProgram } from './program.ts'

const program = createProgram()

const fail = (error: unknown): void => {
  const message = describeFailure(error, { debug: program.opts()['debug'] === true })
  if (message) process.stderr.write(`${message}\n`)
  process.exitCode = exitCodeOf(error)
}

process.on('uncaughtException', fail)
await program.parseAsync().catch(fail)
