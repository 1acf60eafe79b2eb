import { dunningMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumn, dateIn } from '#platform/core/time/time.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dunningRecord } from './record.ts'
import { assertHoldEnds } from './rules.ts'
import type { HoldDunning } from './schemas.ts'

/** Pauses reminders, because the payer disputes the invoice or pays in instalments. */
export const holdDunning = (
  ctx: Context,
  { reason, note, resumesOn, ...ref }: RecordRef & HoldDunning,
) =>
  moveRecord(ctx, ref, dunningRecord, dunningMoves, 'hold', {
    fields: async (_, tx) => {
      const { defaultTimeZone } = await loadTenantSettings(tx)
      assertHoldEnds(resumesOn, dateIn(tx.now, defaultTimeZone))
      return {
        holdReason: reason,
        holdNote: note ?? null,
        resumesOn: resumesOn === undefined ? null : dateColumn(resumesOn),
      }
    },
  })
