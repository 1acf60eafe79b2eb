import { requestForm } from '#clinical/form-responses/request-form.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Requirement } from '../onboarding-plans/requirement.ts'

/** Requests the form of an agreement; null for other items. */
export const askForAgreement = async (
  tx: Transaction,
  providerId: string,
  { formTemplateId }: Requirement,
): Promise<string | null> => {
  if (formTemplateId === null) return null
  // The follow-up asks for it together with the applicant's other items.
  const { id } = await requestForm(tx, { providerId, templateId: formTemplateId, ask: false })
  return id
}
