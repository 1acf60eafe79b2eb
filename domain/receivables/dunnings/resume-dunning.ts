import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dunningEvents, dunningFacts } from './events.ts'
import { dunningRecord } from './record.ts'
import { dunningStatusAfter } from './rules.ts'
import { invoiceDunningWorkflow } from './workflows.ts'

/** Has reminders go on. What was due meanwhile is sent on the day after. */
export const resumeDunning = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, dunningRecord, {
    fields: (before, tx) => ({
      status: dunningStatusAfter('resume', before.status),
      holdReason: null,
      holdNote: null,
      resumesOn: null,
      resumedAt: tx.now,
    }),
    effects: (tx, after) => {
      const subject = { type: 'dunning', id: after.id } as const
      tx.emit(dunningEvents['dunning.resumed'], subject, dunningFacts(after))
      tx.wake(invoiceDunningWorkflow, after.invoiceId)
    },
  })
