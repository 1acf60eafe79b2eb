import type { Transaction } from '#platform/core/transactions/transaction.ts'

/**
 * Deletes the forms and signatures of an applicant who was not approved. The database refuses this for
 * everybody else.
 */
export const deleteApplicantForms = async (
  tx: Transaction,
  providerId: string,
): Promise<number> => {
  await tx.sql(DELETE_SIGNATURES, [tx.tenantId, providerId])
  const forms = await tx.sql<{ id: string }>(DELETE_FORMS, [tx.tenantId, providerId])
  for (const { id } of forms)
    tx.did({ type: 'providerForm', id }, { deleted: 'the application has ended' })
  return forms.length
}

const DELETE_SIGNATURES = `
  DELETE FROM form_signatures s USING form_responses r
  WHERE s.tenant_id = $1 AND r.tenant_id = s.tenant_id AND r.id = s.response_id AND r.provider_id = $2`

const DELETE_FORMS = `DELETE FROM form_responses WHERE tenant_id = $1 AND provider_id = $2 RETURNING id`
