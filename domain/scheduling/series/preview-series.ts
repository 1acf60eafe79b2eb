import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { bookSeries } from './book-series.ts'
import type { BookedSeries, CreateSeries, Series } from './schemas.ts'
import { sumsOf, tryPending } from './try-pending.ts'

/** The result for each occurrence of a series: all are booked and then rolled back. */
export const previewSeries = (ctx: Context, input: CreateSeries): Promise<BookedSeries> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const planned = await tx.rehearse(async () => {
      const series = await bookSeries(tx, input)
      return { ...series, id: null, occurrences: await tryPending(tx, series.id, NONE_ON_RECORD) }
    })
    tx.did(subjectOf(planned), { dryRun: true })
    const priced = planned.kind === 'GROUP' ? [] : planned.occurrences
    const prices = sumsOf(priced.flatMap(({ price }) => price ?? []))
    return { ...planned, dryRun: true, prices }
  })

const NONE_ON_RECORD: ReadonlySet<string> = new Set()

const subjectOf = ({ childId, providerId }: Pick<Series, 'childId' | 'providerId'>) =>
  childId === null
    ? ({ type: 'provider', id: providerId } as const)
    : ({ type: 'child', id: childId } as const)
