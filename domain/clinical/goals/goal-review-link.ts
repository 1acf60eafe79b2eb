import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { prose } from '#platform/core/records/record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { isOfCaseload } from '#people/care-teams/is-of-caseload.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { acknowledgeGoalReview } from './acknowledge-goal-review.ts'
import { loadGoalReview } from './queries.ts'

const MAX_RESPONSE = 4_000

/** A therapist's response to the review of a goal. The link's subject is the review. */
export const goalReviewLink = definePurpose({
  permission: 'goals:write',
  answer: z.strictObject({
    response: prose(MAX_RESPONSE)
      .trim()
      .min(1)
      .meta({ description: 'Action that the therapist plans for the goal.' }),
  }),
  view: async (reader, { subjectId, recipientId, language }) => {
    const { goalId, reason } = await loadGoalReview(reader, subjectId)
    const goal = await reader.db.goal.findFirstOrThrow({ where: inTenant(reader, goalId) })
    await assertOfCaseload(reader, recipientId!, goal.childId)
    const where = inTenant(reader, goal.childId)
    const { firstName } = await reader.db.child.findFirstOrThrow({ where })
    const say = textsOf('pages', 'goal-review', language)
    return {
      title: say('title'),
      paragraphs: [say(reason as 'REGRESSING' | 'PLATEAU', { firstName }), say('intro')],
      fields: [{ name: 'response', label: say('response'), type: 'TEXT', maxLength: MAX_RESPONSE }],
      submit: say('submit'),
    }
  },
  redeem: async (tx, { subjectId, recipientId, language }, { response }) => {
    const { goalId } = await loadGoalReview(tx, subjectId)
    const { childId } = await tx.db.goal.findFirstOrThrow({ where: inTenant(tx, goalId) })
    await assertOfCaseload(tx, recipientId!, childId)
    await acknowledgeGoalReview(tx, { id: subjectId, response, by: recipientId! })
    const say = textsOf('pages', 'goal-review', language)
    return { title: say('thanks'), paragraphs: [say('received')] }
  },
})

/** The child may have changed therapists since the link was sent. */
const assertOfCaseload = async (
  reader: Pick<Reader, 'sql' | 'now'>,
  providerId: string,
  childId: string,
): Promise<void> => {
  if (await isOfCaseload(reader, { providerId, childId })) return
  throw new DomainError(
    'link_expired',
    'The child is no longer in your caseload. Another provider is now responsible for the goal.',
  )
}
