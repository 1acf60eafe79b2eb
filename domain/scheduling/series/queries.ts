import { z } from 'zod'
import type { Prisma, Series as SeriesModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import {
  each,
  given,
  recordQueries,
  whereAny,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import {
  GONE,
  OccurrenceStatus,
  SeriesKind,
  SeriesStatus,
  toOccurrence,
  toSeries,
  type Progress,
  type Series,
} from './schemas.ts'

export const SeriesQuery = listQuery('series', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  providerId: idOf('provider').optional(),
  kind: anyOf(SeriesKind, 'Returns only series of this kind.'),
  status: anyOf(SeriesStatus, 'Returns only series with this status.'),
})
export type SeriesQuery = z.infer<typeof SeriesQuery>

export const OccurrenceQuery = listQuery(
  'seriesOccurrence',
  ['number', '-number', 'occursOn', '-occursOn'],
  {
    status: anyOf(OccurrenceStatus, 'Returns only occurrences with this status.'),
    revision: z.coerce.number().int().min(1).max(2_147_483_647).optional().meta({
      description: 'Returns only occurrences that were last changed by the edit with this number.',
    }),
  },
)
export type OccurrenceQuery = z.infer<typeof OccurrenceQuery>

const showAll = async (rows: readonly SeriesModel[], reader: Reader): Promise<Series[]> => {
  const progress = await progressOf(reader, rows)
  return rows.map((row) => toSeries(row, progress(row.id)))
}

const series = recordQueries({
  permission: 'appointments:read',
  name: 'series',
  find: ({ db }, selection: Selection<Prisma.SeriesWhereInput>) => db.series.findMany(selection),
  show: showAll,
})

export const loadSeries = series.load
export const getSeries = series.get
export const listSeries = series.list(({ kind, ...query }: SeriesQuery) => ({
  ...given(query, 'childId', 'providerId', 'status'),
  ...whereAny(kind, OF_KIND),
}))

const OF_KIND = { GROUP: { childId: null }, APPOINTMENT: { childId: { not: null } } }

export const showSeries = async (reader: Reader, row: SeriesModel): Promise<Series> =>
  (await showAll([row], reader))[0]!

const include = {
  series: { select: { timeZone: true, childId: true } },
  appointment: { select: { status: true, startsAt: true, timeZone: true } },
} as const

const occurrences = recordQueries({
  permission: 'appointments:read',
  name: 'occurrence',
  find: ({ db }, selection: Selection<Prisma.SeriesOccurrenceWhereInput>) =>
    db.seriesOccurrence.findMany({ ...selection, include }),
  show: each(toOccurrence),
})

/** Occurrences whose appointment was cancelled separately. */
const CANCELLED: Prisma.SeriesOccurrenceWhereInput = {
  appointment: { is: { status: { in: [...GONE] } } },
}

/** The occurrences of a series with their results. They can be read while booking is in progress. */
export const listOccurrences = occurrences.listOf(
  loadSeries,
  ({ id, status, ...query }: OccurrenceQuery & { id: string }) => ({
    seriesId: id,
    ...given(query, 'revision'),
    // The status as shown: an occurrence that was booked and whose appointment was then cancelled is cancelled.
    ...(status && {
      OR: [
        { status: { in: status }, NOT: CANCELLED },
        ...(status.includes('CANCELLED') ? [CANCELLED] : []),
      ],
    }),
  }),
)

/** Progress of several series. */
export const progressOf = async (reader: Reader, series: readonly { id: string }[]) => {
  const ids = series.map(({ id }) => id)
  const rows = await reader.sql<Progress & { id: string }>(PROGRESS, [reader.tenantId, ids])
  const byId = new Map(rows.map(({ id, ...progress }) => [id, progress]))
  return (id: string): Progress => byId.get(id) ?? NOTHING
}

const NOTHING: Progress = {
  total: 0,
  pending: 0,
  booked: 0,
  conflicts: 0,
  skipped: 0,
  cancelled: 0,
}

const GONE_LIST = GONE.map((status) => `'${status}'`).join(', ')

const PROGRESS = `
  SELECT o.series_id AS id, count(*)::int AS total,
         count(*) FILTER (WHERE o.pending IS NOT NULL)::int AS pending,
         count(*) FILTER (WHERE o.status = 'BOOKED' AND a.status NOT IN (${GONE_LIST}))::int AS booked,
         count(*) FILTER (WHERE o.status = 'CONFLICT')::int AS conflicts,
         count(*) FILTER (WHERE o.status = 'SKIPPED')::int AS skipped,
         count(*) FILTER (WHERE o.status = 'CANCELLED' OR a.status IN (${GONE_LIST}))::int AS cancelled
  FROM series_occurrences o LEFT JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
  WHERE o.tenant_id = $1 AND o.series_id = ANY ($2) GROUP BY 1`
