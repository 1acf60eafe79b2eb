import { z } from 'zod'
import type { AppointmentImport as ImportModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { RowResult } from './rules.ts'
import { toImport, toImportRow, type AppointmentImport, type ImportProgress } from './schemas.ts'

export const ImportQuery = z.strictObject({ ...pageQuery('-createdAt', 'createdAt') })
export type ImportQuery = z.infer<typeof ImportQuery>

export const ImportRowQuery = z.strictObject({
  ...pageQuery('number', '-number'),
  result: z.enum(RowResult).optional().meta({ description: 'Only rows with this result.' }),
})
export type ImportRowQuery = z.infer<typeof ImportRowQuery>

export const getImport = (ctx: Context, { id }: { id: string }): Promise<AppointmentImport> =>
  read(ctx, 'appointment-imports:read', async (reader) =>
    showImport(reader, await loadImport(reader, id)),
  )

export const listImports = (ctx: Context, query: ImportQuery) =>
  read(ctx, 'appointment-imports:read', async (reader) => {
    const { tenantId } = reader
    const page = await paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.appointmentImport.findMany({
          where: { AND: [{ tenantId }, where] },
          orderBy,
          take,
        }),
      (row) => row,
    )
    const progress = await progressOf(reader, page.data)
    return { ...page, data: page.data.map((row) => toImport(row, progress(row.id))) }
  })

/** The report: what became of each row, or would become of it. */
export const listImportRows = (ctx: Context, { id, ...query }: ImportRowQuery & { id: string }) =>
  read(ctx, 'appointment-imports:read', async (reader) => {
    await loadImport(reader, id)
    const { tenantId } = reader
    const filter = { tenantId, importId: id, ...(query.result && { result: query.result }) }
    const bound = { ...query, importId: id }
    return paginate(
      reader,
      bound,
      ({ where, orderBy, take }) =>
        reader.db.appointmentImportRow.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toImportRow,
    )
  })

export const loadImport = async (reader: Reader, id: string): Promise<ImportModel> => {
  const row = await reader.db.appointmentImport.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('import')
  return row
}

export const showImport = async (reader: Reader, row: ImportModel): Promise<AppointmentImport> =>
  toImport(row, (await progressOf(reader, [row]))(row.id))

/** How far several imports have come. */
export const progressOf = async (reader: Reader, imports: readonly { id: string }[]) => {
  const ids = imports.map(({ id }) => id)
  const rows = await reader.sql<ImportProgress & { id: string }>(PROGRESS, [reader.tenantId, ids])
  const byId = new Map(rows.map(({ id, ...progress }) => [id, progress]))
  // An import has no rows until its file is read.
  return (id: string): ImportProgress => byId.get(id) ?? NOTHING
}

const NOTHING: ImportProgress = {
  total: 0,
  pending: 0,
  wouldCreate: 0,
  created: 0,
  unchanged: 0,
  conflicts: 0,
  invalid: 0,
  undone: 0,
  kept: 0,
}

const counted = (result: (typeof RowResult)[number], name: string) =>
  `count(*) FILTER (WHERE result = '${result}')::int AS "${name}"`

const PROGRESS = `
  SELECT import_id AS id, count(*)::int AS total, count(*) FILTER (WHERE pending IS NOT NULL)::int AS pending,
         ${counted('WOULD_CREATE', 'wouldCreate')}, ${counted('CREATED', 'created')},
         ${counted('UNCHANGED', 'unchanged')}, ${counted('CONFLICT', 'conflicts')},
         ${counted('INVALID', 'invalid')}, ${counted('UNDONE', 'undone')}, ${counted('KEPT', 'kept')}
  FROM appointment_import_rows WHERE tenant_id = $1 AND import_id = ANY ($2) GROUP BY 1`
