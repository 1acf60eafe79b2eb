import type { DomainError } from '#platform/core/errors/errors.ts'
import type { ItemResult } from './rules.ts'

/** Errors that say that the record has ended in another way. */
const OVER: ReadonlySet<string> = new Set(['invalid_transition', 'not_found', 'series_over'])

/** How an item is settled that could not be ended. Pure. */
export const verdictOn = ({ code, issues, message }: DomainError) => ({
  result: (OVER.has(code) ? 'NOT_NEEDED' : 'REFUSED') satisfies ItemResult as ItemResult,
  code: issues[0]?.code ?? code,
  detail: message,
})
