import { endLinks } from '#messaging/links/end-links.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** The columns of a row without data of a family. */
const NOTHING_SAID = {
  contactName: null,
  contactEmail: null,
  contactPhone: null,
  relationship: null,
  childFirstName: null,
  childLastName: null,
  childBirthDate: null,
  message: null,
  needs: [],
  languages: [],
  modality: null,
  payer: null,
  state: null,
  latestStartOn: null,
  consents: [],
}

/**
 * Deletes a closed lead's personal data and notes. The lead, its date, its source and its outcome are kept: it
 * counts in the funnel and names nobody.
 */
export const forgetLead = async (tx: Transaction, id: string): Promise<void> => {
  await tx.db.lead.update({
    where: keyOf(tx, id),
    data: { ...NOTHING_SAID, forgottenAt: tx.now, ...touched(tx) },
  })
  await tx.sql(FORGET_NOTES, [tx.tenantId, id])
  await tx.sql(FORGET_MESSAGES, [tx.tenantId, id, tx.now])
  await endLinks(tx, id)
  tx.did({ type: 'lead', id }, { forgotten: true })
}

const FORGET_NOTES = `UPDATE lead_contact_attempts SET note = NULL WHERE tenant_id = $1 AND lead_id = $2`

const FORGET_MESSAGES = `
  UPDATE messages SET sealed_address = NULL, sealed_variables = NULL, updated_at = $3, version = version + 1,
    reason = CASE status WHEN 'QUEUED' THEN 'person_erased' ELSE reason END,
    status = CASE status WHEN 'QUEUED' THEN 'SKIPPED' ELSE status END
  WHERE tenant_id = $1 AND recipient_id = $2`
