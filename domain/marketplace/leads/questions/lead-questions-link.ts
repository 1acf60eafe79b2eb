import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { changeLead } from '../lead/change-lead.ts'
import { loadOfferedNeeds } from './load-offered-needs.ts'
import { patchFields } from '../lead/patch-fields.ts'
import { loadLead } from '../lead/queries.ts'
import { fieldsFor, LeadAnswers, openQuestions, type LeadQuestion } from './lead-questions.ts'
import { isOpenLead } from '../lead/rules.ts'

const WORDS = {
  en: {
    title: 'A few questions',
    intro:
      'So that we can find the right person for your child. Only the centre reads your answers.',
    nothing: 'We have no questions at the moment. We will write to you.',
    submit: 'Send',
    thanks: 'Thank you',
    received: 'Your answers have reached the centre. We will get in touch with you.',
  },
  de: {
    title: 'Ein paar Fragen',
    intro:
      'Damit wir die richtige Person für Ihr Kind finden. Nur die Praxis liest Ihre Antworten.',
    nothing: 'Zurzeit haben wir keine Fragen. Wir schreiben Ihnen.',
    submit: 'Absenden',
    thanks: 'Vielen Dank',
    received: 'Ihre Antworten sind angekommen. Wir melden uns bei Ihnen.',
  },
}

/** Without these nobody can be found for the child. */
const REQUIRED: ReadonlySet<LeadQuestion> = new Set(['CHILD_BIRTH_DATE', 'NEEDS'])

/** A family's answers to what the centre does not know yet. The subject is the lead. */
export const leadQuestionsLink = definePurpose({
  permission: 'leads:write',
  answer: z.strictObject(LeadAnswers),
  view: async (reader, { subjectId, language }) => {
    const lead = await loadAsked(reader, subjectId)
    const needs = await loadOfferedNeeds(reader)
    const fields = fieldsFor(openQuestions(lead), { language, needs, required: REQUIRED })
    const { title, intro, nothing, submit } = WORDS[language]
    return { title, paragraphs: [fields.length > 0 ? intro : nothing], fields, submit }
  },
  redeem: async (tx, { subjectId: id, language }, answers) => {
    await loadAsked(tx, id)
    await changeLead(tx, {
      id,
      fields: async () => ({ ...(await patchFields(tx, answers)), heardAt: tx.now }),
    })
    const { thanks, received } = WORDS[language]
    return { title: thanks, paragraphs: [received] }
  },
})

const loadAsked = async (reader: Reader, id: string) => {
  const lead = await loadLead(reader, id)
  if (isOpenLead(lead)) return lead
  throw new DomainError('link_expired', 'The centre does not ask any more. Get in touch with it.')
}
