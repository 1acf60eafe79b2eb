import type { Context } from '#platform/core/context.ts'
import { addMinutes } from '#platform/core/time.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { itemOf } from './onboarding-row.ts'
import { decisionOf, writeItem } from './write-item.ts'

/** What was provided is as it should be; what the centre does itself was done. */
export const acceptOnboardingItem = (ctx: Context, { key, ...ref }: RecordRef & { key: string }) =>
  changeOnboarding(ctx, {
    ...ref,
    work: async (tx, before) => {
      const item = itemOf(before, key)
      const { expiresAfterDays } = item.requirement
      await writeItem(tx, item, 'accept', {
        ...decisionOf(tx, null),
        providedAt: item.row.providedAt ?? tx.now,
        expiresAt: expiresAfterDays === null ? null : addMinutes(tx.now, expiresAfterDays * DAY),
      })
      return undefined
    },
  })

/** In minutes. */
const DAY = 24 * 60
