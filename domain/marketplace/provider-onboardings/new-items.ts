import type { Transaction } from '#platform/core/transaction.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { Requirement } from '../onboarding-plans/requirement.ts'
import { dueIn } from './rules.ts'

/** Rows of what is asked from now on, by the place that each has in the plan. */
export const newItems = async (
  tx: Transaction,
  onboardingId: string,
  asked: readonly (readonly [position: number, requirement: Requirement])[],
) => {
  const { timeZone } = await loadMessagingTerms(tx)
  return asked.map(([position, { key, dueAfterDays }]) => ({
    tenantId: tx.tenantId,
    onboardingId,
    key,
    position,
    status: 'WAITING',
    dueAt: dueIn(dueAfterDays, tx.now, timeZone),
  }))
}
