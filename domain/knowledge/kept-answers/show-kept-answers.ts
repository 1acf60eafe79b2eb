import type { KeptAnswer as KeptAnswerRow } from '#prisma/generated/client.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { missingOf } from '#platform/core/access/withheld.ts'
import { closedAssistants } from '../assistants/closed-assistants.ts'
import { toKeptAnswer, type KeptAnswer } from './schemas.ts'

/**
 * Converts answers to their API form. Document content is shown to knowledge managers and to people who may ask
 * the assistant now. A person who has lost the assistant's roles sees only the question.
 */
export const showKeptAnswers = async (
  rows: KeptAnswerRow[],
  reader: Reader,
): Promise<KeptAnswer[]> => {
  const closed = new Set(await closedAssistants(reader))
  return rows.map((row) => {
    const takes: Permission[] = closed.has(row.assistantId)
      ? ['knowledge:read', 'knowledge:write']
      : ['knowledge:read']
    return toKeptAnswer(row, missingOf(reader.actor, takes))
  })
}
