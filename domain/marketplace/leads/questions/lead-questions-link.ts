import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { changeLead } from '../lead/change-lead.ts'
import { loadOfferedNeeds } from './load-offered-needs.ts'
import { patchFields } from '../lead/patch-fields.ts'
import { loadLead } from '../lead/queries.ts'
import { fieldsFor, LeadAnswers, openQuestions, type LeadQuestion } from './lead-questions.ts'
import { isOpenLead } from '../lead/rules.ts'

/** Questions without whose answers no therapist can be found. */
const REQUIRED: ReadonlySet<LeadQuestion> = new Set(['CHILD_BIRTH_DATE', 'NEEDS'])

/** A family's answers to questions about missing data. The link's subject is the lead. */
export const leadQuestionsLink = definePurpose({
  permission: 'leads:write',
  answer: z.strictObject(LeadAnswers),
  view: async (reader, { subjectId, language }) => {
    const lead = await loadAsked(reader, subjectId)
    const needs = await loadOfferedNeeds(reader)
    const fields = fieldsFor(openQuestions(lead), { language, needs, required: REQUIRED })
    const say = textsOf('pages', 'lead-questions', language)
    return {
      title: say('title'),
      paragraphs: [say(fields.length > 0 ? 'intro' : 'nothing')],
      fields,
      submit: say('submit'),
    }
  },
  redeem: async (tx, { subjectId: id, language }, answers) => {
    await loadAsked(tx, id)
    await changeLead(tx, {
      id,
      fields: async () => ({ ...(await patchFields(tx, answers)), heardAt: tx.now }),
    })
    const say = textsOf('pages', 'lead-questions', language)
    return { title: say('thanks'), paragraphs: [say('received')] }
  },
})

const loadAsked = async (reader: Reader, id: string) => {
  const lead = await loadLead(reader, id)
  if (isOpenLead(lead)) return lead
  throw new DomainError(
    'link_expired',
    'The centre no longer needs these answers. If you have questions, contact the centre.',
  )
}
