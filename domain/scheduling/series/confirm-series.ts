import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { changeSeries } from './change-series.ts'
import { confirmOccurrences } from './series-change.ts'
import type { ConfirmSeries, Series } from './schemas.ts'

/** Confirms occurrences that await confirmation, as for single appointments. */
export const confirmSeries = (ctx: Context, ref: RecordRef & ConfirmSeries): Promise<Series> =>
  transact(ctx, 'appointments:write', (tx) =>
    changeSeries(tx, ref, async (_series, scoped, revision) => {
      if ((await confirmOccurrences(tx, revision, scoped)) === 0)
        throw new DomainError(
          'nothing_to_confirm',
          'None of these occurrences is awaiting confirmation.',
        )
      return {}
    }),
  )
