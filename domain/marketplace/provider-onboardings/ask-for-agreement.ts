import { requestForm } from '#clinical/form-responses/request-form.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Requirement } from '../onboarding-plans/requirement.ts'

/** The form that an agreement is signed by, to be asked for; null of all else. */
export const askForAgreement = async (
  tx: Transaction,
  providerId: string,
  { formTemplateId }: Requirement,
): Promise<string | null> => {
  if (formTemplateId === null) return null
  // The follow-up asks for it, with all else that it asks the applicant for.
  const { id } = await requestForm(tx, { providerId, templateId: formTemplateId, ask: false })
  return id
}
