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
import { definePurpose, type Field } from '#messaging/links/link-purpose.ts'
import { textsOf, type Part, type SayOnPage } from '#messaging/locales/texts-of.ts'
import { loadTodays } from '../programs/todays.ts'
import { keepFamilyCheckIn } from './keep-family-check-in.ts'
import { saidPlainly, saidToSet, type Said } from './rules.ts'
import { MOODS } from './schemas.ts'

const MAX_COMMENT = 2_000

const YES_NO = ['yes', 'no'] as const
const yesNo = z.enum(YES_NO)
type SayHere = SayOnPage<'check-in'>

const optionsOf = <Value extends Part<'pages', 'check-in'>>(
  values: readonly Value[],
  say: SayHere,
) => values.map((value) => ({ value, label: say(value) }))

/** The three standard questions. */
const Plain = z.strictObject({
  mood: z.enum(MOODS).meta({ description: 'How things are going.' }),
  services: yesNo.meta({ description: 'Whether the family received the agreed services.' }),
  call: yesNo.meta({ description: 'Whether the family wants a call.' }),
  comment: prose(MAX_COMMENT).exactOptional().meta({ description: 'Comment of the family.' }),
})

const plainFields = (say: SayHere): Field[] => [
  { name: 'mood', label: say('mood'), type: 'CHOICE', options: optionsOf(MOODS, say) },
  { name: 'services', label: say('services'), type: 'CHOICE', options: optionsOf(YES_NO, say) },
  { name: 'call', label: say('call'), type: 'CHOICE', options: optionsOf(YES_NO, say) },
  { name: 'comment', label: say('comment'), type: 'TEXT', maxLength: MAX_COMMENT },
]

const readPlain = (given: Answers): Said => {
  const { mood, services, call, comment } = parseAnswer(Plain, given)
  const said = { mood, servicesReceived: services === 'yes', callWanted: call === 'yes' }
  return saidPlainly(said, comment ?? null)
}

/** A page without scripts shows all questions, so questions that other answers would hide are optional on it. */
const setFields = (set: QuestionSet, say: SayHere): Field[] =>
  fieldsOf(asForm({ ...set, questions: set.questions.map(optionalIfHidden) }), {
    shown: new Set(set.questions.map(({ key }) => key)),
    answers: {},
    yesNo: [say('yes'), say('no')],
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

/** A guardian's answers to a check-in. The link's subject is the program. */
export const familyCheckInLink = definePurpose({
  permission: 'family-check-ins:write',
  answer: z.record(z.string().max(40), SentAnswer),
  view: async (reader, { subjectId, language }) => {
    const { set } = await loadAsked(reader, subjectId)
    const say = textsOf('pages', 'check-in', language)
    return {
      title: say('title'),
      paragraphs: [say('intro')],
      fields: set ? setFields(set, say) : plainFields(say),
      submit: say('submit'),
    }
  },
  redeem: async (tx, { subjectId, recipientId, language }, given) => {
    const { program, set } = await loadAsked(tx, subjectId)
    const said = set ? saidToSet(set, answersFrom(asForm(set), given)) : readPlain(given)
    const { today } = (await loadTodays(tx)).at(program.locationId)
    const answer = { clientId: recipientId!, channel: 'LINK', answeredOn: today, said } as const
    await keepFamilyCheckIn(tx, program, answer)
    const say = textsOf('pages', 'check-in', language)
    const worried = said.worrying ? [say('worried')] : []
    return { title: say('thanks'), paragraphs: [say('received'), ...worried] }
  },
})
