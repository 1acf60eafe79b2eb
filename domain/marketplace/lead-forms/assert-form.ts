import { invalid } from '#platform/core/errors/errors.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { CreateLeadForm } from './schemas.ts'

type Form = Pick<CreateLeadForm, 'locationId' | 'texts' | 'questions' | 'required' | 'consents'>

/**
 * Refuses a form that requires a field that it does not ask for, or that lacks a consent text in one of its
 * languages.
 */
export const assertForm = async (reader: Reader, form: Form): Promise<void> => {
  const unasked = form.required.findIndex((question) => !form.questions.includes(question))
  if (unasked >= 0)
    throw invalid(
      `required.${unasked}`,
      'mismatch',
      'The form does not contain this question. Omit it.',
    )
  const languages = form.texts.map(({ language }) => language)
  for (const [index, { texts }] of form.consents.entries()) {
    const known = texts.map(({ language }) => language)
    const missing = languages.find((language) => !known.includes(language))
    if (missing)
      throw invalid(
        `consents.${index}.texts`,
        'mismatch',
        `The texts in '${missing}' are missing. Add them.`,
      )
  }
  await assertReferences(reader, 'location', { locationId: form.locationId })
}
