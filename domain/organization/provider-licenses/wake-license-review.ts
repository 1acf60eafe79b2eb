import type { ProviderLicense as ProviderLicenseModel } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { NO_ANSWER } from './rules.ts'
import { licenseReviewWorkflow } from './workflows.ts'

/** Wakes the review of a license that has changed, if there is one. */
export const wakeLicenseReview = (
  tx: Transaction,
  { id }: ProviderLicenseModel,
  before: ProviderLicenseModel,
): void => {
  const { verificationStatus: status, verificationNote: note, expiresOn, watchAt } = before
  const isOver = expiresOn !== null && watchAt === null
  if (status === 'MISMATCH' || note === NO_ANSWER || isOver) tx.wake(licenseReviewWorkflow, id)
}

/** Wakes the reviews of a provider who was suspended because of an expired license. */
export const wakeLicenseReviewsOf = async (tx: Transaction, providerId: string): Promise<void> => {
  const rows = await tx.sql<{ id: string }>(EXPIRED, [tx.tenantId, providerId])
  for (const { id } of rows) tx.wake(licenseReviewWorkflow, id)
}

const EXPIRED = `
  SELECT id FROM provider_licenses
  WHERE tenant_id = $1 AND provider_id = $2 AND expires_on IS NOT NULL AND watch_at IS NULL AND archived_at IS NULL
  ORDER BY id`
