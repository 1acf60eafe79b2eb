/** Server resources that can be exhausted. Operators act on them; callers only learn to retry. */
export const RESOURCES = ['disk', 'memory', 'connections', 'descriptors', 'other'] as const
export type Resource = (typeof RESOURCES)[number]

/**
 * PostgreSQL's class 53, "insufficient resources". Other codes count as `other`.
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const BY_SQLSTATE: Record<string, Resource> = {
  '53100': 'disk',
  '53200': 'memory',
  '53300': 'connections',
}

/** The resources of this process: files of attachments and exports, and sockets. */
const BY_ERRNO: Record<string, Resource> = {
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  ENOMEM: 'memory',
  EMFILE: 'descriptors',
  ENFILE: 'descriptors',
}

export const shortageOfCode = (code: string): Resource | undefined =>
  BY_ERRNO[code] ?? BY_SQLSTATE[code] ?? (/^53\w{3}$/.test(code) ? 'other' : undefined)

const MAX_DEPTH = 8

/** The exhausted resource that caused an error, directly or indirectly. */
export const shortageOf = (error: unknown, depth = 0): Resource | undefined => {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return undefined
  const { code, meta } = error as Coded
  const own = code ?? ''
  const wrapped = meta?.driverAdapterError?.cause?.originalCode ?? ''
  return shortageOfCode(wrapped) ?? shortageOfCode(own) ?? shortageOf(error.cause, depth + 1)
}

/** An error with a code, as thrown by Node and pg or wrapped by Prisma's driver adapter. */
interface Coded {
  code?: string
  meta?: { driverAdapterError?: { cause?: { originalCode?: string } } }
}
