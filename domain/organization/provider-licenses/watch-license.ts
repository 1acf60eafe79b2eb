import type { ProviderLicense as ProviderLicenseModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { dayOf } from '#platform/core/time/local-time.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { dateIn, dateText } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { lapseProvider } from '../providers/lapse-provider.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import { providerLicenseEvents } from './events.ts'
import { loadProviderLicense } from './queries.ts'
import { hasExpired, nextWatch } from './rules.ts'
import { licenseReviewWorkflow } from './workflows.ts'

/**
 * Sends a reminder about a license or expires it, if due. Idempotent, because the license then waits for
 * another time.
 */
export const watchLicense = (ctx: Context, { id }: { id: string }): Promise<void> =>
  transact(ctx, ['provider-licenses:write', 'providers:write'], async (tx) => {
    await lockRecord(tx, 'provider_licenses', id)
    const license = await loadProviderLicense(tx, id)
    const subject = { type: 'providerLicense', id } as const
    if (!license.watchAt || license.watchAt > tx.now || !license.expiresOn) {
      tx.nothingChanged(subject)
      return
    }
    const { defaultTimeZone } = await loadTenantSettings(tx)
    const due = { ...license, expiresOn: dateText(license.expiresOn) }
    const today = dateIn(tx.now, defaultTimeZone)
    const isOver = hasExpired(due.expiresOn, today)
    const watchAt = isOver ? null : nextWatch(due.expiresOn, tx.now, defaultTimeZone)
    await tx.db.providerLicense.update({ where: keyOf(tx, id), data: { watchAt } })
    tx.did(subject, { expiresOn: due.expiresOn, isOver })
    await (isOver ? expire(tx, due, today) : remind(tx, due, today))
  })

type Due = Omit<ProviderLicenseModel, 'expiresOn'> & { expiresOn: string }

const factsOf = ({ id, providerId, expiresOn }: Due) => ({
  providerLicenseId: id,
  providerId,
  expiresOn,
})

const expire = async (tx: Transaction, license: Due, today: string): Promise<void> => {
  const { id, providerId, expiresOn, state } = license
  const subject = { type: 'providerLicense', id } as const
  tx.emit(providerLicenseEvents['provider_license.expired'], subject, factsOf(license))
  if (await isCovered(tx, license, today)) return
  const note = `The license for ${state} expired on ${expiresOn}.`
  if (await lapseProvider(tx, { id: providerId, note })) tx.wake(licenseReviewWorkflow, id)
}

const remind = async (tx: Transaction, license: Due, today: string): Promise<void> => {
  const { id, providerId, expiresOn, state } = license
  if (await isCovered(tx, license, expiresOn)) return
  const recipient = await findRecipient(tx, { type: 'provider', id: providerId })
  if (!recipient) return
  const subject = { type: 'providerLicense', id } as const
  tx.emit(providerLicenseEvents['provider_license.expiring'], subject, factsOf(license))
  await queueMessage(tx, {
    template: 'provider_license.expiring',
    variables: { firstName: recipient.firstName, state, expiresOn },
    recipient,
    subject,
    dedupeKey: `license/${id}/${expiresOn}/${dayOf(expiresOn) - dayOf(today)}`,
  })
}

/** Whether the provider has another valid license on that day for the same profession and state. */
const isCovered = async (
  tx: Transaction,
  { id, providerId, profession, state }: Due,
  on: string,
): Promise<boolean> => {
  const [row] = await tx.sql<{ covered: boolean }>(COVERED, [
    tx.tenantId,
    id,
    providerId,
    profession,
    state,
    on,
  ])
  return row!.covered
}

const COVERED = `
  SELECT EXISTS (SELECT FROM provider_licenses
    WHERE tenant_id = $1 AND id <> $2 AND provider_id = $3 AND profession = $4 AND state = $5
      AND verified_at IS NOT NULL AND archived_at IS NULL
      AND COALESCE(issued_on, '-infinity') <= $6::date AND COALESCE(expires_on, 'infinity') > $6::date) AS covered`
