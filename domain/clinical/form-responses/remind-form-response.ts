import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { loadNeedingVisit } from './needing-visit.ts'
import { formResponseRecord } from './record.ts'
import { responseStatusAfter, usualDueAt } from './rules.ts'
import { formChaseWorkflow } from './workflows.ts'

/** Asks the guardians now, whether or not they were asked before: each gets a fresh link. */
export const remindFormResponse = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, formResponseRecord, {
    fields: async (before, tx) => {
      const status = responseStatusAfter('ask', before.status)
      const isNeeded =
        (before.dueAt && before.dueAt > tx.now) || (await loadNeedingVisit(tx, before)) !== null
      return {
        status,
        askedAt: tx.now,
        ...(!isNeeded && { dueAt: usualDueAt(tx.now, (await loadMessagingTerms(tx)).timeZone) }),
      }
    },
    effects: (tx, { id }) => tx.wake(formChaseWorkflow, id),
  })
