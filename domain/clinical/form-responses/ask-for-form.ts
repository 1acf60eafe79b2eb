import { moveRecord } from '#platform/core/records/move-record.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { assertNotJustSent } from '#platform/core/access/assert-not-just-sent.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { formKindOf } from './form-kind-of.ts'
import { loadNeedingVisit } from './needing-visit.ts'
import { usualDueAt } from './rules.ts'

/** Sends the request for a form of any kind now, even if it was sent before. */
export const askForForm = (ctx: Context, ref: RecordRef) => {
  const { record, moves, asked } = formKindOf(ref.id)
  return moveRecord(ctx, ref, record, moves, 'ask', {
    fields: async (before, tx) => {
      const { createdAt, askedAt } = before
      const sentAgainAt = askedAt && askedAt > createdAt ? askedAt : null
      assertNotJustSent('A link', sentAgainAt, { now: tx.now, status: before.status })
      const isNeeded =
        (before.dueAt && before.dueAt > tx.now) || (await loadNeedingVisit(tx, before)) !== null
      return {
        askedAt: tx.now,
        ...(!isNeeded && { dueAt: usualDueAt(tx.now, (await loadMessagingTerms(tx)).timeZone) }),
      }
    },
    ...(asked && { effects: asked }),
  })
}
