import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { Requirement } from '../onboarding-plans/requirement.ts'
import { askForAgreement } from './ask-for-agreement.ts'
import { dueIn } from './rules.ts'

/** The rows of new items, with their position in the plan. */
export const newItems = async (
  tx: Transaction,
  { id: onboardingId, providerId }: { id: string; providerId: string },
  asked: readonly (readonly [position: number, requirement: Requirement])[],
) => {
  const { timeZone } = await loadMessagingTerms(tx)
  const items = []
  for (const [position, requirement] of asked)
    items.push({
      tenantId: tx.tenantId,
      onboardingId,
      key: requirement.key,
      position,
      status: 'WAITING',
      dueAt: dueIn(requirement.dueAfterDays, tx.now, timeZone),
      formResponseId: await askForAgreement(tx, providerId, requirement),
    })
  return items
}
