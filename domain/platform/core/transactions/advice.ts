import { translateDatabaseError } from '../errors/database-errors.ts'
import { DomainError } from '../errors/errors.ts'

/** Additional members of an error that require another query, such as free alternative times. */
export type Advice<Reader> = (
  reader: Reader,
  refusal: DomainError,
) => Promise<Record<string, unknown>>

/** Adds the advice to an error. If computing the advice fails, the error is thrown without it. */
export const withAdvice = async <Reader>(
  thrown: unknown,
  advice: Advice<Reader> | undefined,
  ask: (advice: (reader: Reader) => Promise<object>) => Promise<object>,
): Promise<unknown> => {
  const refusal = translateDatabaseError(thrown)
  if (!advice || !(refusal instanceof DomainError)) return thrown
  const { code, message, issues, extra, cause } = refusal
  const more = await ask((reader) => advice(reader, refusal)).catch(() => ({}))
  if (Object.keys(more).length === 0) return refusal
  return new DomainError(code, message, { issues, extra: { ...extra, ...more }, cause })
}
