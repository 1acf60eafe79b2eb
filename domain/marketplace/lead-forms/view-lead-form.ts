import type { Context } from '#platform/core/context/context.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import type { Field, LinkView } from '#messaging/links/link-purpose.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { LANGUAGES, type Language } from '#messaging/locales/languages.ts'
import type { LeadForm as FormModel } from '#prisma/generated/client.ts'
import { fieldsFor, type LeadQuestion } from '../leads/questions/lead-questions.ts'
import { loadOfferedNeeds } from '../leads/questions/load-offered-needs.ts'
import { loadLeadForm } from './queries.ts'
import { formConsentsOf, formTextsOf } from './schemas.ts'

interface Page {
  id: string
  /** The language tags that the browser prefers, best first. */
  asked: readonly string[]
}

/** The page of a form, in the requested language if the form has it. */
export const viewLeadForm = (
  ctx: Context,
  { id, asked }: Page,
): Promise<LinkView & { centre: string; language: Language }> =>
  read(ctx, 'leads:write', async (reader) => {
    const form = await loadLeadForm(reader, id)
    const { centre } = await loadMessagingTerms(reader)
    const { language, title, intro } = textFor(form, asked)
    const say = textsOf('pages', 'lead-form', language)
    return {
      centre,
      language,
      title,
      paragraphs: [intro, say('proof')],
      fields: [...ownFields(language), ...(await fieldsOf(reader, form, language))],
      submit: say('submit'),
    }
  })

/** The questions that every form contains. */
const ownFields = (language: Language): Field[] => {
  const say = textsOf('pages', 'lead-form', language)
  return [
    {
      name: 'contactName',
      label: say('contactName'),
      type: 'LINE',
      maxLength: 200,
      required: true,
    },
    {
      name: 'contactEmail',
      label: say('contactEmail'),
      type: 'LINE',
      maxLength: 254,
      required: true,
    },
  ]
}

const fieldsOf = async (reader: Reader, form: FormModel, language: Language): Promise<Field[]> => {
  const needs = await loadOfferedNeeds(reader)
  const required = new Set(form.required as LeadQuestion[])
  const agree = textsOf('pages', 'lead-form', language)('agree')
  return [
    ...fieldsFor(form.questions as LeadQuestion[], { language, needs, required }),
    ...formConsentsOf(form).map(({ kind, required: must, texts }): Field => ({
      name: consentField(kind),
      label: texts.find((it) => it.language === language)!.text,
      type: 'CHOICES',
      options: [{ value: 'yes', label: agree }],
      required: must,
    })),
  ]
}

export const consentField = (kind: string): string => `consent.${kind}`

/** A form's text in one of the requested languages, otherwise in its first language. */
export const textFor = (form: Pick<FormModel, 'texts'>, asked: readonly string[]) => {
  const texts = formTextsOf(form)
  const wanted = asked.flatMap((tag) =>
    LANGUAGES.filter((language) => tag.toLowerCase().split('-', 1)[0] === language),
  )
  const [best] = wanted.flatMap((language) => texts.find((it) => it.language === language) ?? [])
  return best ?? texts[0]!
}
