import { z } from 'zod'
import { findQuestionSet } from '../family-check-in-questions/queries.ts'
import { asForm, type QuestionSet } from '../family-check-in-questions/schemas.ts'
import { prose } from '#platform/core/records/record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Answers } from '#clinical/form-templates/form-definition.ts'
import { fieldsOf } from '#clinical/form-templates/fields-of.ts'
import { answersFrom, SentAnswer } from '#clinical/form-templates/answers-from.ts'
import { parseAnswer } from '#messaging/links/parse-answer.ts'
import { definePurpose, type FamilyLink, type Field } from '#messaging/links/link-purpose.ts'
import type { FamilyLanguage } from '#messaging/messages/templates/define-template.ts'
import { loadTodays } from '../programs/todays.ts'
import { keepFamilyCheckIn } from './keep-family-check-in.ts'
import { saidPlainly, saidToSet, type Said } from './rules.ts'
import { MOODS } from './schemas.ts'

const MAX_COMMENT = 2_000

const WORDS = {
  en: {
    title: 'How are things going?',
    intro: 'Your answer goes to the centre. This link works once.',
    mood: 'How are things going with your child?',
    moods: { GOOD: 'Well', MIXED: 'Mixed', WORRIED: 'I am worried' },
    services: 'Are you getting the help that was agreed?',
    call: 'Would you like us to call you?',
    yesNo: { yes: 'Yes', no: 'No' },
    comment: 'Would you like to add anything? (optional)',
    submit: 'Send',
    thanks: 'Thank you',
    received: 'Your answer has reached the centre.',
    worried: 'Somebody will get in touch with you. In an emergency, call the emergency services.',
  },
  de: {
    title: 'Wie läuft es?',
    intro: 'Ihre Antwort geht an die Praxis. Der Link gilt einmal.',
    mood: 'Wie läuft es mit Ihrem Kind?',
    moods: { GOOD: 'Gut', MIXED: 'Gemischt', WORRIED: 'Ich mache mir Sorgen' },
    services: 'Bekommen Sie die vereinbarte Unterstützung?',
    call: 'Möchten Sie angerufen werden?',
    yesNo: { yes: 'Ja', no: 'Nein' },
    comment: 'Möchten Sie etwas hinzufügen? (freiwillig)',
    submit: 'Absenden',
    thanks: 'Vielen Dank',
    received: 'Ihre Antwort ist angekommen.',
    worried: 'Wir melden uns bei Ihnen. In einem Notfall rufen Sie bitte den Notruf.',
  },
  es: {
    title: '¿Cómo van las cosas?',
    intro: 'Su respuesta llega al centro. Este enlace funciona una sola vez.',
    mood: '¿Cómo van las cosas con su hijo o hija?',
    moods: { GOOD: 'Bien', MIXED: 'Regular', WORRIED: 'Me preocupa' },
    services: '¿Está recibiendo la ayuda que se acordó?',
    call: '¿Quiere que le llamemos?',
    yesNo: { yes: 'Sí', no: 'No' },
    comment: '¿Quiere añadir algo? (opcional)',
    submit: 'Enviar',
    thanks: 'Gracias',
    received: 'Su respuesta ha llegado al centro.',
    worried:
      'Alguien se pondrá en contacto con usted. En caso de emergencia, llame a los servicios de emergencia.',
  },
} satisfies Record<FamilyLanguage, object>

const yesNo = z.enum(['yes', 'no'])
const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The three questions of the platform. */
const Plain = z.strictObject({
  mood: z.enum(MOODS).meta({ description: 'How it goes.' }),
  services: yesNo.meta({ description: 'Whether the family received the services as agreed.' }),
  call: yesNo.meta({ description: 'Whether the family wishes a call.' }),
  comment: prose(MAX_COMMENT)
    .exactOptional()
    .meta({ description: 'What the family adds, in its own words.' }),
})

const plainFields = (words: (typeof WORDS)[FamilyLanguage]): Field[] => [
  { name: 'mood', label: words.mood, type: 'CHOICE', options: optionsOf(words.moods) },
  { name: 'services', label: words.services, type: 'CHOICE', options: optionsOf(words.yesNo) },
  { name: 'call', label: words.call, type: 'CHOICE', options: optionsOf(words.yesNo) },
  { name: 'comment', label: words.comment, type: 'TEXT', maxLength: MAX_COMMENT },
]

const readPlain = (given: Answers): Said => {
  const { mood, services, call, comment } = parseAnswer(Plain, given)
  const said = { mood, servicesReceived: services === 'yes', callWanted: call === 'yes' }
  return saidPlainly(said, comment ?? null)
}

/** A page without script has all questions at once: what another answer would hide is not required there. */
const setFields = (set: QuestionSet, { yesNo: labels }: (typeof WORDS)[FamilyLanguage]): Field[] =>
  fieldsOf(asForm({ ...set, questions: set.questions.map(optionalIfHidden) }), {
    shown: new Set(set.questions.map(({ key }) => key)),
    answers: {},
    yesNo: [labels.yes, labels.no],
  }).slice(1)

const optionalIfHidden = (question: QuestionSet['questions'][number]) =>
  question.showIf ? { ...question, required: false } : question

const loadAsked = async (reader: Reader, id: string) => {
  const where = inTenant(reader, id)
  const program = await reader.db.earlyInterventionProgram.findFirstOrThrow({ where })
  const { questionSetId } = program
  return {
    program,
    set: questionSetId ? await findQuestionSet(reader, questionSetId) : undefined,
  }
}

/** A guardian's answer to a check-in. The subject is the program. */
export const familyCheckInLink = definePurpose({
  permission: 'family-check-ins:write',
  answer: z.record(z.string().max(40), SentAnswer),
  view: async (reader, { subjectId, language }: FamilyLink) => {
    const { set } = await loadAsked(reader, subjectId)
    const words = WORDS[language]
    return {
      title: words.title,
      paragraphs: [words.intro],
      fields: set ? setFields(set, words) : plainFields(words),
      submit: words.submit,
    }
  },
  redeem: async (tx, { subjectId, recipientId, language }: FamilyLink, given) => {
    const { program, set } = await loadAsked(tx, subjectId)
    const said = set ? saidToSet(set, answersFrom(asForm(set), given)) : readPlain(given)
    const { today } = (await loadTodays(tx)).at(program.locationId)
    const answer = { clientId: recipientId!, channel: 'LINK', answeredOn: today, said } as const
    await keepFamilyCheckIn(tx, program, answer)
    const words = WORDS[language]
    if (!said.worrying) return { title: words.thanks, paragraphs: [words.received] }
    return { title: words.thanks, paragraphs: [words.received, words.worried] }
  },
})
