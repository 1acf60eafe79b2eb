import { z } from 'zod'
import type { Prisma, Series as SeriesModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import {
  GONE,
  OccurrenceStatus,
  toOccurrence,
  toSeries,
  type Progress,
  type Series,
} from './schemas.ts'

export const SeriesQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  providerId: idOf('provider').optional(),
})
export type SeriesQuery = z.infer<typeof SeriesQuery>

export const OccurrenceQuery = z.strictObject({
  ...pageQuery('number', '-number', 'date', '-date'),
  status: z
    .enum(OccurrenceStatus)
    .optional()
    .meta({ description: 'Only occurrences in this status.' }),
  change: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .meta({ description: 'Those that this change of the series was the last to touch.' }),
})
export type OccurrenceQuery = z.infer<typeof OccurrenceQuery>

export const getSeries = (ctx: Context, { id }: { id: string }): Promise<Series> =>
  read(ctx, 'appointments:read', async (reader) => showSeries(reader, await loadSeries(reader, id)))

export const listSeries = (ctx: Context, query: SeriesQuery) =>
  read(ctx, 'appointments:read', async (reader) => {
    const { childId, providerId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(providerId && { providerId }),
    }
    const page = await paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.series.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      (row) => row,
    )
    const progress = await progressOf(reader, page.data)
    return { ...page, data: page.data.map((row) => toSeries(row, progress(row.id))) }
  })

/** Its occurrences with what became of each: readable while they are booked. */
export const listOccurrences = (ctx: Context, { id, ...query }: OccurrenceQuery & { id: string }) =>
  read(ctx, 'appointments:read', async (reader) => {
    const { zone } = await loadSeries(reader, id)
    const { status, change } = query
    const filter: Prisma.SeriesOccurrenceWhereInput = {
      tenantId: reader.tenantId,
      seriesId: id,
      ...(change && { change }),
      ...(status && withStatus(status)),
    }
    const bound = { ...query, seriesId: id }
    return paginate(
      reader,
      bound,
      ({ where, orderBy, take }) =>
        reader.db.seriesOccurrence.findMany({
          where: { AND: [filter, where] },
          orderBy,
          take,
          include: { appointment: { select: { status: true, startsAt: true, zone: true } } },
        }),
      (row) => toOccurrence(row, zone),
    )
  })

/** As it is shown: what was booked and then cancelled by itself is cancelled. */
const withStatus = (
  status: (typeof OccurrenceStatus)[number],
): Prisma.SeriesOccurrenceWhereInput => {
  const gone = { appointment: { is: { status: { in: [...GONE] } } } }
  if (status === 'CANCELLED') return { OR: [{ status }, gone] }
  return { status, NOT: gone }
}

export const loadSeries = async (reader: Reader, id: string): Promise<SeriesModel> => {
  const row = await reader.db.series.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('series')
  return row
}

export const showSeries = async (reader: Reader, row: SeriesModel): Promise<Series> =>
  toSeries(row, (await progressOf(reader, [row]))(row.id))

/** How far several series have come. */
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
