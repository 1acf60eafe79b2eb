import { CommanderError } from 'commander'
import { DomainError } from '#platform/core/errors/errors.ts'

/** The arguments or the environment are invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const FAILED = 1
const WRONG_USAGE = 2

export const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE
  if (error instanceof UsageError) return WRONG_USAGE
  return error instanceof DomainError && error.code === 'validation_failed' ? WRONG_USAGE : FAILED
}

/** Formats an error as one line with its remedy. Empty if it has already been printed. */
export const describeFailure = (error: unknown, { debug }: { debug: boolean }): string => {
  if (error instanceof CommanderError) return ''
  if (debug && error instanceof Error) return [...causes(error)].map(stackOf).join('\nCaused by: ')
  return `therapy: ${oneLine(explain(error))}`
}

const stackOf = (error: unknown) => (error instanceof Error ? error.stack : String(error))

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim()

/** Explanations of known database errors, keyed by PostgreSQL's or Node's code. */
const EXPLANATIONS: Record<string, string> = {
  ECONNREFUSED: 'PostgreSQL does not answer. Start the platform with bin/up, or check the URLs.',
  ENOTFOUND: 'The host name of the database cannot be resolved. Check the URLs.',
  EAI_AGAIN: 'The host name of the database cannot be resolved. Check the URLs.',
  ETIMEDOUT: 'PostgreSQL did not answer in time. Check the URLs and the network.',
  '28P01':
    'PostgreSQL refused the password. Run `therapy migrate` to set the passwords of the roles.',
  '28000': 'PostgreSQL refused the role. Run `therapy migrate` first.',
  '3D000': 'The database does not exist. Create it, then run `therapy migrate`.',
  '42P01': 'The database is not up to date. Run `therapy migrate` first.',
  '42703': 'The database is not up to date. Run `therapy migrate` first.',
  '42501': 'The database role lacks a privilege. Check that each URL names its intended role.',
}

const explain = (error: unknown): string => {
  for (const cause of causes(error)) {
    const { code } = cause as { code?: unknown }
    const explanation = typeof code === 'string' && EXPLANATIONS[code]
    if (explanation) return explanation
  }
  if (error instanceof Error && error.cause instanceof Error) {
    return `${error.message}: ${error.cause.message}`
  }
  return error instanceof Error ? error.message : String(error)
}

/** The error and its causes, including the driver's error inside Prisma's. */
function* causes(error: unknown): Generator {
  if (typeof error !== 'object' || error === null) return
  yield error
  const { cause, errors, meta } = error as WithCauses
  for (const inner of [cause, ...(errors ?? []), meta?.driverAdapterError]) yield* causes(inner)
  if (meta?.driverAdapterError?.cause) yield { code: meta.driverAdapterError.cause.originalCode }
}

interface WithCauses {
  cause?: unknown
  /** For an AggregateError: one error for each address of the host. */
  errors?: unknown[]
  meta?: { driverAdapterError?: { cause?: { originalCode?: string } } }
}
