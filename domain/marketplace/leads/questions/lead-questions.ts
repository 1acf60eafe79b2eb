import { z } from 'zod'
import { MODALITIES } from '#organization/providers/profile-schemas.ts'
import { phone } from '#platform/core/contact/contact.ts'
import { line, prose } from '#platform/core/records/record.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import type { Field } from '#messaging/links/link-purpose.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { needCode } from '../../matching-needs/schemas.ts'
import type { LeadRow } from '../lead/lead-row.ts'

/** All questions that a family can be asked. A centre selects from these. */
export const LeadQuestions = [
  'CHILD_NAME',
  'CHILD_BIRTH_DATE',
  'RELATIONSHIP',
  'PHONE',
  'NEEDS',
  'LANGUAGES',
  'MODALITY',
  'PAYER',
  'LATEST_START',
  'MESSAGE',
] as const
export type LeadQuestion = (typeof LeadQuestions)[number]

/** The languages offered, shown by name in the page's language. */
const OFFERED_LANGUAGES = [
  'ar',
  'de',
  'en',
  'es',
  'fa',
  'fr',
  'it',
  'pl',
  'pt',
  'ro',
  'ru',
  'tr',
  'uk',
  'vi',
  'zh',
] as const

/** A page sends one choice as a text and several as a list; both become a list. */
const chosen = <Item extends z.ZodType<string>>(item: Item, most: number) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item).max(most))

const MESSAGE_LENGTH = 2_000

/** A family's answers on a page. Empty fields are omitted. */
export const LeadAnswers = {
  childFirstName: line(100).exactOptional(),
  childLastName: line(100).exactOptional(),
  childBirthDate: calendarDate().exactOptional(),
  relationship: line(60).exactOptional(),
  contactPhone: phone().exactOptional(),
  needs: chosen(needCode(), 20).exactOptional(),
  languages: chosen(z.enum(OFFERED_LANGUAGES), 10).exactOptional(),
  modality: z.enum(MODALITIES).exactOptional(),
  payer: line(100).exactOptional(),
  latestStartOn: calendarDate().exactOptional(),
  message: prose(MESSAGE_LENGTH).exactOptional(),
}

/** A need as shown on a page. */
export interface OfferedNeed {
  code: string
  name: string
}

interface Asked {
  language: Language
  needs: readonly OfferedNeed[]
  /** The questions that must be answered; the others are optional. */
  required: ReadonlySet<LeadQuestion>
}

/** The fields of questions, in a fixed order. If the centre has no needs, the form does not ask for any. */
export const fieldsFor = (
  questions: readonly LeadQuestion[],
  { language, needs, required }: Asked,
): Field[] => {
  const say = textsOf('pages', 'lead-questions', language)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const fields: Record<LeadQuestion, Field[]> = {
    CHILD_NAME: [
      { name: 'childFirstName', label: say('childFirstName'), type: 'LINE', maxLength: 100 },
      { name: 'childLastName', label: say('childLastName'), type: 'LINE', maxLength: 100 },
    ],
    CHILD_BIRTH_DATE: [{ name: 'childBirthDate', label: say('childBirthDate'), type: 'DATE' }],
    RELATIONSHIP: [
      { name: 'relationship', label: say('relationship'), type: 'LINE', maxLength: 60 },
    ],
    PHONE: [{ name: 'contactPhone', label: say('phone'), type: 'LINE', maxLength: 40 }],
    NEEDS: [
      {
        name: 'needs',
        label: say('needs'),
        type: 'CHOICES',
        options: needs.map(({ code, name }) => ({ value: code, label: name })),
      },
    ],
    LANGUAGES: [
      {
        name: 'languages',
        label: say('languages'),
        type: 'CHOICES',
        options: OFFERED_LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value })),
      },
    ],
    MODALITY: [
      {
        name: 'modality',
        label: say('modality'),
        type: 'CHOICE',
        options: MODALITIES.map((value) => ({ value, label: say(value) })),
      },
    ],
    PAYER: [{ name: 'payer', label: say('payer'), type: 'LINE', maxLength: 100 }],
    LATEST_START: [{ name: 'latestStartOn', label: say('latestStartOn'), type: 'DATE' }],
    MESSAGE: [
      {
        name: 'message',
        label: say('message'),
        help: say('messageHelp'),
        type: 'TEXT',
        maxLength: MESSAGE_LENGTH,
      },
    ],
  }
  return LeadQuestions.filter(
    (it) => questions.includes(it) && (it !== 'NEEDS' || needs.length > 0),
  ).flatMap((question) =>
    fields[question].map((field) => ({ ...field, required: required.has(question) })),
  )
}

/** The unanswered questions of a lead. */
export const openQuestions = (lead: LeadRow): LeadQuestion[] => {
  const answers: Record<LeadQuestion, unknown> = {
    CHILD_NAME: lead.childFirstName !== null && lead.childLastName !== null,
    CHILD_BIRTH_DATE: lead.childBirthDate,
    RELATIONSHIP: lead.relationship,
    PHONE: lead.contactPhone,
    NEEDS: lead.needs.length > 0,
    LANGUAGES: lead.languages.length > 0,
    MODALITY: lead.modality,
    PAYER: lead.payer,
    LATEST_START: lead.latestStartOn,
    MESSAGE: lead.message,
  }
  return LeadQuestions.filter((question) => !answers[question])
}
