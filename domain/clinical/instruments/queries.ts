import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { invalid, notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toEdition, toInstrument, type InstrumentEdition } from './schemas.ts'

export const InstrumentQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  ...archivedQuery,
})
export type InstrumentQuery = z.infer<typeof InstrumentQuery>

export const EditionQuery = z.strictObject(pageQuery('-createdAt', 'createdAt'))
export type EditionQuery = z.infer<typeof EditionQuery>

export const getInstrument = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'assessment-instruments:read', async (reader) =>
    toInstrument(await loadInstrument(reader, id)),
  )

export const listInstruments = (ctx: Context, query: InstrumentQuery) =>
  read(ctx, 'assessment-instruments:read', (reader) => {
    const filter = { tenantId: reader.tenantId, ...archivedFilter(query) }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.assessmentInstrument.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toInstrument,
    )
  })

/** What an instrument consisted of, the newest first. */
export const listEditions = (ctx: Context, { id, ...query }: { id: string } & EditionQuery) =>
  read(ctx, 'assessment-instruments:read', async (reader) => {
    await loadInstrument(reader, id)
    const filter = { tenantId: reader.tenantId, instrumentId: id }
    const ofInstrument = { ...query, instrumentId: id }
    return paginate(
      reader,
      ofInstrument,
      ({ where, orderBy, take }) =>
        reader.db.instrumentEdition.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toEdition,
    )
  })

export const loadInstrument = async (reader: Reader, id: string) => {
  const row = await reader.db.assessmentInstrument.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('assessment instrument')
  return row
}

/** One edition of an instrument; the newest when none is named. */
export const loadEdition = async (
  reader: Reader,
  instrumentId: string,
  edition: number | undefined,
): Promise<InstrumentEdition> => {
  const { tenantId } = reader
  const row = await reader.db.instrumentEdition.findFirst({
    where: { tenantId, instrumentId, ...(edition !== undefined && { edition }) },
    orderBy: { edition: 'desc' },
  })
  if (!row) throw invalid('edition', 'unknown_edition', `There is no edition ${edition}.`)
  return toEdition(row)
}
