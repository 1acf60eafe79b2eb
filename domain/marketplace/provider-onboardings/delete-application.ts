import { removeProviderDocument } from '#clinical/attachments/remove-provider-document.ts'
import { deleteApplicantForms } from '#clinical/form-responses/delete-applicant-forms.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { done, type Outcome } from '#messaging/follow-ups/follow-up-kind.ts'
import type { OnboardingRow } from './onboarding-row.ts'

/**
 * Deletes the files, signed forms and references of an applicant who was not approved. The application, its
 * requirements and the decision are kept.
 */
export const deleteApplication = async (tx: Transaction, providerId: string): Promise<Outcome> => {
  const { tenantId } = tx
  const documents = await tx.db.attachment.findMany({
    where: { tenantId, providerId, status: { not: 'REMOVED' } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id } of documents) await removeProviderDocument(tx, { id })
  const forms = await deleteApplicantForms(tx, providerId)
  const references = await tx.sql<{ id: string }>(DELETE_REFERENCES, [tenantId, providerId])
  for (const { id } of references)
    tx.did({ type: 'onboardingReference', id }, { deleted: 'the application has ended' })
  return done(
    `deleted: ${documents.length} documents, ${forms} forms, ${references.length} references`,
  )
}

/** Whether there is data to delete, and this is the last onboarding of an applicant who was not approved. */
export const hasPastApplication = async (
  reader: Reader,
  { id, providerId, status }: OnboardingRow,
): Promise<boolean> => {
  if (status !== 'REJECTED' && status !== 'WITHDRAWN') return false
  const [found] = await reader.sql<{ left: boolean }>(LEFT, [reader.tenantId, id, providerId])
  return found!.left
}

const DELETE_REFERENCES = `
  DELETE FROM onboarding_references f USING provider_onboardings o
  WHERE f.tenant_id = $1 AND o.tenant_id = f.tenant_id AND o.id = f.onboarding_id AND o.provider_id = $2
  RETURNING f.id`

const LEFT = `
  SELECT NOT EXISTS (
      SELECT FROM provider_onboardings later
      JOIN provider_onboardings o ON o.tenant_id = later.tenant_id AND o.id = $2
      WHERE later.tenant_id = $1 AND later.provider_id = $3 AND (later.created_at, later.id) > (o.created_at, o.id))
    AND (EXISTS (SELECT FROM attachments a WHERE a.tenant_id = $1 AND a.provider_id = $3 AND a.status <> 'REMOVED')
      OR EXISTS (SELECT FROM form_responses r WHERE r.tenant_id = $1 AND r.provider_id = $3)
      OR EXISTS (SELECT FROM onboarding_references f JOIN provider_onboardings o
        ON o.tenant_id = f.tenant_id AND o.id = f.onboarding_id
        WHERE f.tenant_id = $1 AND o.provider_id = $3)) AS "left"`
