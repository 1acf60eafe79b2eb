import { z } from 'zod'
import type { Prisma, AppointmentImport as ImportModel } from '#prisma/generated/client.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { ImportStatus, RowResult } from './rules.ts'
import { toImport, toImportRow, type AppointmentImport, type ImportProgress } from './schemas.ts'

export const ImportQuery = listQuery('appointmentImport', ['-createdAt', 'createdAt'], {
  status: anyOf(ImportStatus, 'Returns only imports with this status.'),
})
export type ImportQuery = z.infer<typeof ImportQuery>

export const ImportRowQuery = listQuery('appointmentImportRow', ['number', '-number'], {
  result: anyOf(RowResult, 'Returns only rows with this result.'),
})
export type ImportRowQuery = z.infer<typeof ImportRowQuery>

const showAll = async (
  rows: readonly ImportModel[],
  reader: Reader,
): Promise<AppointmentImport[]> => {
  const progress = await progressOf(reader, rows)
  return rows.map((row) => toImport(row, progress(row.id)))
}

const imports = recordQueries({
  permission: 'appointment-imports:read',
  name: 'import',
  find: ({ db }, selection: Selection<Prisma.AppointmentImportWhereInput>) =>
    db.appointmentImport.findMany(selection),
  show: showAll,
})

export const loadImport = imports.load
export const getImport = imports.get
export const listImports = imports.list((query: ImportQuery) => given(query, 'status'))

export const showImport = async (reader: Reader, row: ImportModel): Promise<AppointmentImport> =>
  (await showAll([row], reader))[0]!

const rows = recordQueries({
  permission: 'appointment-imports:read',
  name: 'row',
  find: ({ db }, selection: Selection<Prisma.AppointmentImportRowWhereInput>) =>
    db.appointmentImportRow.findMany(selection),
  show: each(toImportRow),
})

/** The report: the actual or expected result of each row. */
export const listImportRows = rows.listOf(
  loadImport,
  ({ id, ...query }: ImportRowQuery & { id: string }) => ({
    importId: id,
    ...given(query, 'result'),
  }),
)

/** The progress of several imports. */
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
