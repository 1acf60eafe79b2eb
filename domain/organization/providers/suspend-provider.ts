import { providerMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { providerRecord } from './record.ts'
import type { SuspendProvider } from './schemas.ts'

/** Prevents new bookings. Existing bookings are kept, and people decide about them. */
export const suspendProvider = (
  ctx: Context,
  { reason, note, ...ref }: RecordRef & SuspendProvider,
) =>
  moveRecord(ctx, ref, providerRecord, providerMoves, 'suspend', {
    fields: (_, tx) => ({
      suspendedAt: tx.now,
      suspensionReason: reason,
      statusNote: note ?? null,
    }),
  })
