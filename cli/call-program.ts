import { Command } from 'commander'
import { api } from './commands/api.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { whoami } from './commands/whoami.ts'
import { ENVIRONMENT_HELP } from './config.ts'

/** Commands that only call the API do not load the platform, so they start quickly. */
const CALLS: ReadonlySet<string> = new Set(['login', 'whoami', 'api', 'logout'])

export const isCall = (args: readonly string[]): boolean => {
  const [first, ...others] = args
  if (first === undefined) return false
  if (first === '--data') return isCall(others.slice(1))
  return first.startsWith('-') ? isCall(others) : CALLS.has(first)
}

/** `therapy` with the commands that call the API. program.ts adds the operators' commands. */
export const createCallProgram = (): Command => {
  const program = new Command('therapy')
    .description('Operates the Therapy Care Platform, and calls its API as you.')
    .option('--json', 'print one line of JSON')
    .option(
      '--data <dir>',
      'the folder given to bin/up --data; found automatically in its checkout',
    )
    .option('--debug', 'print the whole error with its stack trace')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'therapy: ')),
    })
    .showHelpAfterError('See `therapy --help`, or add --help to a command.')
    .exitOverride()
    .addHelpText('after', ENVIRONMENT_HELP)

  login(program)
  whoami(program)
  api(program)
  logout(program)
  return program
}
