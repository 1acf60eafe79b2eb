import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { providerEvents } from './events.ts'
import { providerRecord } from './record.ts'
import { toProvider, type Provider } from './schemas.ts'
import { onboardingLeads, type ProviderStatus } from './provider-status.ts'

/**
 * Moves a provider to another status, within their onboarding's transaction. Only onboardings approve
 * applicants, so only this function announces `provider.approved`.
 */
export const advanceProvider = async (
  tx: Transaction,
  { id, status, note = null }: { id: string; status: ProviderStatus; note?: string | null },
): Promise<Provider> => {
  await lockRecord(tx, 'providers', id)
  const before = await providerRecord.load(tx, id)
  if (!onboardingLeads(before.status as ProviderStatus, status))
    throw new DomainError(
      'invalid_transition',
      `The provider is ${before.status}, which an onboarding cannot change to ${status}.`,
      { extra: { status: before.status } },
    )
  const row = await providerRecord.update(tx, id, {
    status,
    statusNote: note,
    ...touched(tx),
  })
  const [shown, after] = [toProvider(before), toProvider(row)]
  tx.changed({ type: 'provider', id }, before, row, { before: shown, after })
  if (status === 'APPROVED')
    tx.emit(providerEvents['provider.approved'], { type: 'provider', id }, { providerId: id })
  return after
}
