import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { providerEvents } from './events.ts'
import { afterSuspensionVerb, type ProviderStatus } from './provider-status.ts'
import { providerRecord } from './record.ts'
import type { SuspendProvider } from './schemas.ts'

/** Nobody books them from now on. What is booked stays, for people to decide about. */
export const suspendProvider = (
  ctx: Context,
  { reason, note, ...ref }: RecordRef & SuspendProvider,
) =>
  changeRecord(ctx, ref, providerRecord, {
    fields: (before, tx) => ({
      status: afterSuspensionVerb('suspend', before.status as ProviderStatus),
      suspendedAt: tx.now,
      suspensionReason: reason,
      statusNote: note ?? null,
    }),
    effects: (tx, { id }) =>
      tx.emit(
        providerEvents['provider.suspended'],
        { type: 'provider', id },
        { providerId: id, reason },
      ),
  })
