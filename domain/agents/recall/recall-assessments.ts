import type { Context } from '#platform/core/context/context.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { utc } from '#platform/core/time/time.ts'
import { transact, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { templateOf } from '#messaging/messages/templates/index.ts'
import { write } from '#messaging/messages/templates/write.ts'
import { recommend } from './recommend.ts'
import type { AssessmentRecall, RecallCriteria } from './schemas.ts'

/** The result reveals what is due for children. */
export const RECALL_NEEDS = ['assessment-recall:read', 'children:read'] as const

/**
 * Ranks the children who are due for assessment, with the message and its recipients. Sends and stores nothing:
 * the agent of this name does that after an approval.
 */
export const recallAssessments = (
  ctx: Context,
  criteria: RecallCriteria,
): Promise<AssessmentRecall> =>
  transact(ctx, RECALL_NEEDS, async (tx) => {
    await assertCriteria(tx, criteria)
    const { today, due, recommendations } = await recommend(tx, criteria)
    const { language } = await loadMessagingTerms(tx)
    const names = { firstName: '{guardian}', childFirstName: '{child}' }
    const { subject, paragraphs } = write(templateOf('assessment.recall'), names, language)
    tx.did({ type: 'tenant', id: tx.tenantId }, { ...criteria, due })
    return {
      computedAt: utc(tx.now),
      evaluatedOn: today,
      criteria,
      due,
      message: { language, subject, text: paragraphs.join('\n\n') },
      recommendations: recommendations.map(({ recipientIds, blockedBy, ...it }, index) => ({
        rank: index + 1,
        ...it,
        proposed: blockedBy ? null : { template: 'assessment.recall' as const, recipientIds },
        blockedBy,
      })),
    }
  })

export const assertCriteria = async (
  reader: Reader,
  { instrumentId, providerId }: Pick<RecallCriteria, 'instrumentId' | 'providerId'>,
): Promise<void> => {
  await assertReferences(reader, 'instrument', { instrumentId })
  await assertReferences(reader, 'provider', { providerId })
}
