import { visit } from 'jsonc-parser'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Issue, IssueCode } from '#platform/core/input/issue.ts'

const MAX_BODY_BYTES = 1024 * 1024
const MAX_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** The body of the request as text. It is refused once it is too large. */
export const readBody = async (request: Request): Promise<string> => {
  assertDeclaredAtMost(request, MAX_BODY_BYTES)
  if (declaredLength(request) === undefined) return decode(await collect(request))
  return decode(await request.arrayBuffer().catch(endedEarly))
}

const collect = async (request: Request): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The body of the request as a stream. Throws `body_incomplete` if the client disconnects. */
export async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  if (!request.body) return
  const reader = request.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(endedEarly)
      if (done) return
      yield value
    }
  } finally {
    // Cancels a body that is not needed. If it has failed already, this is not necessary.
    await reader.cancel().catch(() => undefined)
  }
}

/** Reading fails when the connection ends, which is not an error of the server. */
const endedEarly = (cause: unknown): never => {
  throw new DomainError(
    'body_incomplete',
    'The body ended before it was complete. Send the request again.',
    { cause },
  )
}

/** The Content-Length, if present. */
export const declaredLength = (request: Request): number | undefined => {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  return Number.isNaN(length) ? undefined : length
}

export const assertDeclaredAtMost = (request: Request, limit: number): void => {
  if ((declaredLength(request) ?? 0) > limit) throw tooLarge(limit)
}

const tooLarge = (limit = MAX_BODY_BYTES) =>
  new DomainError(
    'payload_too_large',
    `The body is larger than ${limit} bytes. Send a smaller body.`,
  )

const decode = (bytes: ArrayBuffer | Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('The body is not valid UTF-8. Encode it as UTF-8.')
  }
}

/**
 * Parses JSON, and refuses what JSON.parse would accept: duplicate members (of which the last would win),
 * `__proto__`, NUL, lone surrogates, and nesting deeper than {@link MAX_DEPTH}.
 */
export const parseJson = (text: string): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed(
      error instanceof Error
        ? `The body is not valid JSON: ${error.message}.`
        : 'The body is not valid JSON. Check its syntax.',
    )
  }
  const members = countMembers(value, [])
  if (members !== countColons(text)) throw duplicateMember(text)
  return value
}

/** Counts the members of all objects in a value, and refuses forbidden content. */
const countMembers = (value: unknown, path: string[]): number => {
  if (typeof value === 'string') {
    const problem = textProblem(value)
    if (problem) throw refused(path, problem.code, `must not contain ${problem.what}`)
    return 0
  }
  if (typeof value !== 'object' || value === null) return 0
  if (path.length >= MAX_DEPTH)
    throw refused(path, 'too_deep', `is nested more than ${MAX_DEPTH} levels deep`)
  let members = 0
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, key]
    if (key === '__proto__') throw refused(at, 'unknown_member', 'is not a known member')
    const problem = textProblem(key)
    if (problem) throw refused(path, problem.code, `has a member with ${problem.what} in its name`)
    members += countMembers(member, at) + (Array.isArray(value) ? 0 : 1)
  }
  return members
}

/** Why PostgreSQL cannot store a text. */
const textProblem = (text: string): { code: IssueCode; what: string } | undefined => {
  if (text.includes('\u0000')) return { code: 'invalid_character', what: 'NUL' }
  if (!text.isWellFormed()) return { code: 'invalid_character', what: 'half a surrogate pair' }
  return undefined
}

/** Outside of strings, valid JSON has one colon per member, so more colons than members mean duplicates. */
const countColons = (text: string): number => {
  let colons = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === QUOTE) inString = !inString
    else if (unit === BACKSLASH && inString) index += 1
    else if (unit === COLON && !inString) colons += 1
  }
  return colons
}

const duplicateMember = (text: string): DomainError => {
  const seen = new Set<string>()
  const objects: number[] = []
  let duplicate: string[] = []
  let objectCount = 0
  visit(text, {
    onObjectBegin: () => void objects.push((objectCount += 1)),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty: (name, _offset, _length, _line, _column, pathSupplier) => {
      const member = `${objects.at(-1)}:${name}`
      if (seen.has(member) && duplicate.length === 0)
        duplicate = [...pathSupplier().map(String), name]
      seen.add(member)
    },
  })
  return refused(duplicate, 'duplicate', 'occurs twice')
}

const malformed = (detail: string) =>
  new DomainError('malformed_json', detail, {
    issues: [{ path: '', code: 'malformed_json', message: detail }],
  })

const refused = (path: string[], code: IssueCode, message: string): DomainError => {
  const issue: Issue = { path: path.join('.'), code, message }
  return new DomainError('validation_failed', `${issue.path || 'The body'} ${message}.`, {
    issues: [issue],
  })
}
