/** The facts about an error that quote no record. */
export interface ErrorFacts {
  type: string
  message?: string
  /** Names only: SQLSTATE, errno, gRPC status, constraint, table. */
  [name: string]: unknown
  /** Only the stack frames. */
  stack?: string[]
  cause?: ErrorFacts
}

const NAMED = ['code', 'constraint', 'table', 'column', 'routine', 'syscall', 'status'] as const
const MAX_FRAMES = 12
const MAX_DEPTH = 4

/**
 * Reduces an error to what may be logged. Messages of databases, parsers and validators quote their input
 * (`invalid input syntax for type date: "…"`), so a message is kept only up to its first quotation mark.
 * Details (pg's `detail`, Prisma's arguments) are dropped.
 */
export const errorFacts = (error: unknown, depth = 0): ErrorFacts => {
  if (!(error instanceof Error)) return { type: typeof error }
  const named = Object.fromEntries(
    NAMED.map(
      (name) => [name, (error as unknown as Record<string, unknown>)[name]] as const,
    ).filter(([, value]) => isName(value)),
  )
  const message = unquoted(error.message)
  const { cause } = error
  return {
    type: error.name,
    ...(message && { message }),
    ...named,
    ...issuesOf(error),
    stack: framesOf(error),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: errorFacts(cause, depth + 1) }),
  }
}

const isName = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value))

/** The first line, up to its first quotation. An apostrophe within a word is not a quotation mark. */
const unquoted = (message: string): string =>
  (message.trimStart().split(/\n|["`“„«]|(?<!\w)'/u, 1)[0] ?? '').trim().slice(0, 200)

/** Where a value did not match its schema, and why, but never the value. */
const issuesOf = (error: Error): { issues?: string[] } => {
  if (!('issues' in error) || !Array.isArray(error.issues)) return {}
  const issues = error.issues as { path?: unknown[]; code?: unknown }[]
  const said = issues.slice(0, 10).map(({ path, code }) => `${path?.join('.')}: ${String(code)}`)
  return said.length > 0 ? { issues: said } : {}
}

const framesOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())
