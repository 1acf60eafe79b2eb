import { DomainError } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import { issuesOfText } from '../messages/words/issues-of-text.ts'

/** Refuses a text that could not be used, with everything that is wrong with it. */
export const assertUsable = async (
  reader: Reader,
  text: Parameters<typeof issuesOfText>[0],
): Promise<void> => {
  const { web } = await loadMessagingTerms(reader)
  const issues = issuesOfText(text, web)
  const [first, ...others] = issues
  if (!first) return
  const more = others.length > 0 ? ` There are ${others.length} more problems.` : ''
  throw new DomainError('validation_failed', `${first.path}: ${first.message}.${more}`, { issues })
}
