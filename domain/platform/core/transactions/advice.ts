import { translateDatabaseError } from '../errors/database-errors.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import { DomainError } from '../errors/errors.ts'

/** Additional members of an error that require another query, such as free alternative times. */
export interface Advice<Reader> {
  /** The errors that it helps with. */
  codes: ReadonlySet<ErrorCode>
  /**
   * Everything that the advice depends on, except what the caller may see. Callers who are refused at the same
   * time and have the same question get one answer.
   */
  question: string
  find: (reader: Reader) => Promise<Record<string, unknown>>
}

/** Adds the advice to an error. If computing the advice fails, the error is thrown without it. */
export const withAdvice = async <Reader>(
  thrown: unknown,
  advice: Advice<Reader> | undefined,
  ask: (advice: Advice<Reader>) => Promise<object>,
): Promise<unknown> => {
  const refusal = translateDatabaseError(thrown)
  if (!(refusal instanceof DomainError) || !advice?.codes.has(refusal.code)) return thrown
  const { code, message, issues, extra, cause } = refusal
  const more = await ask(advice).catch(() => ({}))
  if (Object.keys(more).length === 0) return refusal
  return new DomainError(code, message, { issues, extra: { ...extra, ...more }, cause })
}

/** The answers that are being looked for, by asker. */
const asked = new WeakMap<object, Map<string, Promise<object>>>()

/** Joins a search for the same answer that is running, or starts one. */
export const askTogether = (
  asker: object,
  question: string,
  ask: () => Promise<object>,
): Promise<object> => {
  const running = asked.get(asker) ?? new Map<string, Promise<object>>()
  asked.set(asker, running)
  const found = running.get(question) ?? ask().finally(() => running.delete(question))
  running.set(question, found)
  return found
}
