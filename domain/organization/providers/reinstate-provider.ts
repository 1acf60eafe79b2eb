import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { wakeLicenseReviewsOf } from '../provider-licenses/wake-license-review.ts'
import { providerEvents } from './events.ts'
import { afterSuspensionVerb, type ProviderStatus } from './provider-status.ts'
import { providerRecord } from './record.ts'
import type { ReinstateProvider } from './schemas.ts'

/** The undo of suspending. */
export const reinstateProvider = (ctx: Context, { note, ...ref }: RecordRef & ReinstateProvider) =>
  changeRecord(ctx, ref, providerRecord, {
    fields: (before) => ({
      status: afterSuspensionVerb('reinstate', before.status as ProviderStatus),
      suspendedAt: null,
      suspensionReason: null,
      statusNote: note,
    }),
    effects: async (tx, { id }) => {
      tx.emit(providerEvents['provider.reinstated'], { type: 'provider', id }, { providerId: id })
      await wakeLicenseReviewsOf(tx, id)
    },
  })
