import type { Context } from '#platform/core/context/context.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { licenseCountsUntil } from './license-counts-until.ts'
import { itemOf, type Item } from './onboarding-row.ts'
import { earliest } from './rules.ts'
import { decisionOf, writeItem } from './write-item.ts'

/** Accepts an item, because what was provided is correct or the centre has done its own part. */
export const acceptOnboardingItem = (ctx: Context, { key, ...ref }: RecordRef & { key: string }) =>
  changeOnboarding(ctx, {
    ...ref,
    work: async (tx, before) => {
      const item = itemOf(before, key)
      await writeItem(tx, item, 'accept', {
        ...decisionOf(tx, null),
        providedAt: item.row.providedAt ?? tx.now,
        expiresAt: await countsUntil(tx, item),
      })
      return undefined
    },
  })

/** Until when an item is valid. A license is valid at most until its own expiry. */
const countsUntil = async (tx: Transaction, item: Item): Promise<Date | null> => {
  const { kind, expiresAfterDays } = item.requirement
  const ends = [
    kind === 'LICENSE' ? await licenseCountsUntil(tx, item) : null,
    expiresAfterDays === null ? null : addMinutes(tx.now, expiresAfterDays * DAY),
  ]
  return earliest(ends.flatMap((end) => end ?? [])) ?? null
}

/** A day in minutes. */
const DAY = 24 * 60
