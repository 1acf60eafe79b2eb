import { authorize } from '#platform/core/access/permissions.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { inTenant, type RecordRef } from '#platform/core/records/record-ref.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { evidenceOf } from './evidence-of.ts'
import { licenseCountsUntil } from './license-counts-until.ts'
import { itemOf, type Item, type OnboardingRow } from './onboarding-row.ts'
import { earliest } from './rules.ts'
import type { AcceptItem } from './schemas.ts'
import { decisionOf, writeItem } from './write-item.ts'

/** Accepts an item, because what was provided is correct or the centre has done its own part. */
export const acceptOnboardingItem = (
  ctx: Context,
  { key, documentId, note, ...ref }: RecordRef & { key: string } & AcceptItem,
) =>
  changeOnboarding(ctx, {
    ...ref,
    work: async (tx, before) => {
      const item = itemOf(before, key)
      const attachmentId = await documentOf(tx, before, documentId)
      const evidence = evidenceOf({
        ...item,
        attachmentId: attachmentId ?? item.row.attachmentId,
        note,
      })
      if (!evidence)
        throw invalid(
          'note',
          'required',
          'Nothing shows yet that the requirement is met. Send a note that says what you saw, or a document of the provider.',
        )
      await writeItem(tx, item, 'accept', {
        ...decisionOf(tx, null),
        evidence,
        note: note ?? null,
        ...(attachmentId && { attachmentId }),
        providedAt: item.row.providedAt ?? tx.now,
        expiresAt: await countsUntil(tx, item),
      })
      return undefined
    },
  })

/** A document of the same provider, which the centre has added. */
const documentOf = async (
  tx: Transaction,
  { providerId }: OnboardingRow,
  documentId: string | undefined,
): Promise<string | undefined> => {
  if (documentId === undefined) return undefined
  authorize(tx.actor, 'provider-documents:read')
  const found = await tx.db.attachment.findFirst({
    where: { ...inTenant(tx, documentId), providerId, status: 'READY' },
  })
  if (!found) throw invalidReference('documentId', 'providerDocument')
  return documentId
}

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
