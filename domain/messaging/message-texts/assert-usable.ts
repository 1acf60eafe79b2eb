import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import { issuesOfText } from '../messages/words/issues-of-text.ts'
import { refuseIssues } from './refuse-issues.ts'

/** Refuses a text that could not be used, with everything that is wrong with it. */
export const assertUsable = async (
  reader: Reader,
  text: Parameters<typeof issuesOfText>[0],
): Promise<void> => {
  const { web } = await loadMessagingTerms(reader)
  refuseIssues(issuesOfText(text, web))
}
