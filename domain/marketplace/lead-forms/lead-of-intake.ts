import type { LeadForm as FormModel } from '#prisma/generated/client.ts'
import { parseAnswer } from '#messaging/links/parse-answer.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { loadOfferedNeeds } from '../leads/questions/load-offered-needs.ts'
import { CreateLead } from '../leads/lead/schemas.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** What a family entered in a form. */
export interface Said {
  needs?: string[] | undefined
  campaign: string | null
  [answer: string]: unknown
}

/**
 * The lead that a submission becomes. It is built when the submission arrives and again when it is confirmed,
 * so that both run the same checks.
 */
export const leadOfIntake = async (
  reader: Reader,
  form: Pick<FormModel, 'locationId'>,
  { said, language }: { said: Said; language: Language },
): Promise<CreateLead> => {
  const { campaign, needs = [], ...answers } = said
  const known = new Set((await loadOfferedNeeds(reader)).map(({ code }) => code))
  return parseAnswer(CreateLead, {
    ...answers,
    source: 'FORM',
    language,
    // Needs that were archived meanwhile are dropped, so the family is asked again.
    needs: needs.filter((code) => known.has(code)),
    ...(campaign !== null && { campaign }),
    ...(form.locationId !== null && { locationId: form.locationId }),
  })
}
