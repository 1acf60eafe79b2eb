import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { askForAgreement } from './ask-for-agreement.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { itemOf, type OnboardingRow } from './onboarding-row.ts'
import { dueIn } from './rules.ts'
import { decisionOf, writeItem } from './write-item.ts'

/** Returns an item to the person who provided it, with a reason for the applicant. */
export const returnOnboardingItem = (
  ctx: Context,
  { key, reason, ...ref }: RecordRef & { key: string; reason: string },
) =>
  changeOnboarding(ctx, {
    ...ref,
    work: async (tx, before) => {
      await askAgain(tx, before, { key, reason })
      return undefined
    },
  })

/** Requests an item again within another write. Its references are dropped, so that others are named. */
export const askAgain = async (
  tx: Transaction,
  onboarding: OnboardingRow,
  { key, reason }: { key: string; reason: string },
): Promise<void> => {
  const item = itemOf(onboarding, key)
  const { timeZone } = await loadMessagingTerms(tx)
  await writeItem(tx, item, 'return', {
    ...decisionOf(tx, reason),
    dueAt: dueIn(item.requirement.dueAfterDays, tx.now, timeZone),
    expiresAt: null,
    evidence: null,
    note: null,
    // A signed agreement is locked, so a new one is requested.
    formResponseId: await askForAgreement(tx, onboarding.providerId, item.requirement),
  })
  await tx.sql(END_REFERENCES, [tx.tenantId, onboarding.id, key])
}

const END_REFERENCES = `
  UPDATE onboarding_references SET email = NULL, status = CASE status WHEN 'ASKED' THEN 'ENDED' ELSE status END
  WHERE tenant_id = $1 AND onboarding_id = $2 AND item_key = $3`
