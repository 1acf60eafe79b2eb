import { advanceProvider } from '#organization/providers/advance-provider.ts'
import { loadProvider } from '#organization/providers/queries.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { onboardingEvents } from './events.ts'
import type { OnboardingRow } from './onboarding-row.ts'
import { isRunning, type OnboardingStage, type OnboardingStatus } from './rules.ts'

/** Moves the provider to the onboarding's stage and announces the events. */
export const enterStage = async (
  tx: Transaction,
  after: OnboardingRow,
  before?: OnboardingRow,
): Promise<void> => {
  if (after.status === before?.status) return
  const { id, providerId } = after
  const status = after.status as OnboardingStatus
  await tx.db.onboardingStage.create({
    data: {
      tenantId: tx.tenantId,
      onboardingId: id,
      number: after.stages.length + 1,
      status,
      enteredAt: tx.now,
      enteredBy: tx.actor.id,
    },
  })
  const provider = await loadProvider(tx, providerId)
  if (provider.status !== status) await advanceProvider(tx, { id: providerId, status })
  if (!isRunning(after)) await forgetReferees(tx, id)
  emitStage(tx, after, before)
}

/** Deletes the addresses of referees, which are used only to ask them. */
const forgetReferees = (tx: Transaction, id: string): Promise<unknown> =>
  tx.sql(FORGET, [tx.tenantId, id])

const emitStage = (tx: Transaction, after: OnboardingRow, before?: OnboardingRow): void => {
  const subject = { type: 'providerOnboarding', id: after.id } as const
  const facts = { onboardingId: after.id, providerId: after.providerId }
  if (!before) tx.emit(onboardingEvents['provider_onboarding.started'], subject, facts)
  else if (isRunning(after))
    tx.emit(onboardingEvents['provider_onboarding.stage_changed'], subject, {
      ...facts,
      previousStage: before.status as OnboardingStage,
      stage: after.status as OnboardingStage,
    })
  else if (after.status === 'REJECTED')
    tx.emit(onboardingEvents['provider_onboarding.rejected'], subject, facts)
  else if (after.status === 'WITHDRAWN')
    tx.emit(onboardingEvents['provider_onboarding.withdrawn'], subject, facts)
}

const FORGET = `
  UPDATE onboarding_references SET email = NULL, status = CASE status WHEN 'ASKED' THEN 'ENDED' ELSE status END
  WHERE tenant_id = $1 AND onboarding_id = $2`
