import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { itemOf } from './onboarding-row.ts'
import { decisionOf, writeItem } from './write-item.ts'

/** Waives an item, so that it no longer blocks the approval. */
export const waiveOnboardingItem = (
  ctx: Context,
  { key, reason, ...ref }: RecordRef & { key: string; reason: string },
) =>
  changeOnboarding(ctx, {
    ...ref,
    work: async (tx, before) => {
      await writeItem(tx, itemOf(before, key), 'waive', decisionOf(tx, reason))
      return undefined
    },
  })
