import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { payoutAccountRecord } from './record.ts'
import { payoutAccountStatusAfter } from './rules.ts'
import { tellProvider } from './tell-provider.ts'

/** Stops payouts to the account. Its creator may withdraw it, because that moves no money. */
export const withdrawPayoutAccount = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, payoutAccountRecord, {
    fields: (before) => ({ status: payoutAccountStatusAfter('withdraw', before.status) }),
    effects: tellProvider,
  })
