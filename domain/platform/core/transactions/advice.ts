import { translateDatabaseError } from '../errors/database-errors.ts'
import { DomainError } from '../errors/errors.ts'

/** Further members of a refusal that need another query, such as the times that are free instead. */
export type Advice<Reader> = (
  reader: Reader,
  refusal: DomainError,
) => Promise<Record<string, unknown>>

/** An error with what advice adds to it. The refusal stands, whether or not there is any. */
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
