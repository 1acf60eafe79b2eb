import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { prose } from '#platform/core/records/record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { isOfCaseload } from '#people/care-teams/is-of-caseload.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { acknowledgeGoalReview } from './acknowledge-goal-review.ts'
import { loadGoalReview } from './queries.ts'

const MAX_RESPONSE = 4_000

const WORDS = {
  en: {
    title: 'What follows?',
    intro: 'Your answer is kept with the review. This link works once.',
    found: {
      REGRESSING: 'By its latest measurements a goal of %s moves away from its target.',
      PLATEAU: 'By its latest measurements a goal of %s stands still.',
    },
    response: 'What will you do?',
    submit: 'Send',
    thanks: 'Thank you',
    received: 'Your answer is on record.',
  },
  de: {
    title: 'Wie geht es weiter?',
    intro: 'Ihre Antwort wird bei der Rückfrage aufbewahrt. Der Link gilt einmal.',
    found: {
      REGRESSING: 'Nach den letzten Messungen entfernt sich %s von einem Ziel.',
      PLATEAU: 'Nach den letzten Messungen kommt %s bei einem Ziel nicht voran.',
    },
    response: 'Was werden Sie tun?',
    submit: 'Absenden',
    thanks: 'Vielen Dank',
    received: 'Ihre Antwort ist gespeichert.',
  },
}

/** A therapist's answer to the review of a goal, which is the subject. */
export const goalReviewLink = definePurpose({
  permission: 'goals:write',
  answer: z.strictObject({
    response: prose(MAX_RESPONSE)
      .trim()
      .min(1)
      .meta({ description: 'What the therapist will do about the goal.' }),
  }),
  view: async (reader, { subjectId, recipientId, language }) => {
    const { goalId, reason } = await loadGoalReview(reader, subjectId)
    const goal = await reader.db.goal.findFirstOrThrow({ where: inTenant(reader, goalId) })
    await assertOfCaseload(reader, recipientId!, goal.childId)
    const where = inTenant(reader, goal.childId)
    const { firstName } = await reader.db.child.findFirstOrThrow({ where })
    const words = WORDS[language]
    const found = words.found[reason as keyof typeof words.found].replace('%s', firstName)
    return {
      title: words.title,
      paragraphs: [found, words.intro],
      fields: [{ name: 'response', label: words.response, type: 'TEXT', maxLength: MAX_RESPONSE }],
      submit: words.submit,
    }
  },
  redeem: async (tx, { subjectId, recipientId, language }, { response }) => {
    const { goalId } = await loadGoalReview(tx, subjectId)
    const { childId } = await tx.db.goal.findFirstOrThrow({ where: inTenant(tx, goalId) })
    await assertOfCaseload(tx, recipientId!, childId)
    await acknowledgeGoalReview(tx, { id: subjectId, response, by: recipientId! })
    return { title: WORDS[language].thanks, paragraphs: [WORDS[language].received] }
  },
})

/** The child may have come to somebody else since the therapist was asked. */
const assertOfCaseload = async (
  reader: Pick<Reader, 'sql' | 'now'>,
  providerId: string,
  childId: string,
): Promise<void> => {
  if (await isOfCaseload(reader, { providerId, childId })) return
  throw new DomainError(
    'link_expired',
    'The child is not in your caseload any more. Somebody else answers for the goal.',
  )
}
