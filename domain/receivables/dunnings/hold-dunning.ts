import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumn, dateIn } from '#platform/core/time/time.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dunningEvents, dunningFacts } from './events.ts'
import { dunningRecord } from './record.ts'
import { assertHoldEnds, dunningStatusAfter } from './rules.ts'
import type { HoldDunning } from './schemas.ts'
import { invoiceDunningWorkflow } from './workflows.ts'

/** Holds reminders back: the payer disputes the invoice, or pays it in parts. */
export const holdDunning = (
  ctx: Context,
  { reason, note, resumesOn, ...ref }: RecordRef & HoldDunning,
) =>
  changeRecord(ctx, ref, dunningRecord, {
    fields: async (before, tx) => {
      const status = dunningStatusAfter('hold', before.status)
      const { defaultTimeZone } = await loadTenantSettings(tx)
      assertHoldEnds(resumesOn, dateIn(tx.now, defaultTimeZone))
      return {
        status,
        holdReason: reason,
        holdNote: note ?? null,
        resumesOn: resumesOn === undefined ? null : dateColumn(resumesOn),
      }
    },
    effects: (tx, after) => {
      const subject = { type: 'dunning', id: after.id } as const
      tx.emit(dunningEvents['dunning.held'], subject, { ...dunningFacts(after), reason })
      tx.wake(invoiceDunningWorkflow, after.invoiceId)
    },
  })
