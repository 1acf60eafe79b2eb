import type { Prisma } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Item } from './onboarding-row.ts'
import { itemStatusAfter, type ItemVerb } from './rules.ts'

/** Changes an item and records the change with the onboarding. */
export const writeItem = async (
  tx: Transaction,
  item: Item,
  verb: ItemVerb,
  data: Omit<Prisma.OnboardingItemUncheckedUpdateInput, 'status'>,
): Promise<void> => {
  const { tenantId, onboardingId, key } = item.row
  const status = itemStatusAfter(verb, item)
  await tx.db.onboardingItem.update({
    where: { tenantId_onboardingId_key: { tenantId, onboardingId, key } },
    data: { ...data, status },
  })
  tx.did({ type: 'providerOnboarding', id: onboardingId }, { item: key, status })
}

/** Who decided, when and why. */
export const decisionOf = ({ now, actor }: Transaction, reason: string | null) => ({
  decidedAt: now,
  decidedBy: actor.id,
  reason,
})
