import { payoutAccountMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { payoutAccountRecord } from './record.ts'
import { tellProvider } from './tell-provider.ts'

/** Stops payouts to the account. Its creator may withdraw it too, because that moves no money. */
export const withdrawPayoutAccount = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, payoutAccountRecord, payoutAccountMoves, 'withdraw', {
    effects: tellProvider,
  })
