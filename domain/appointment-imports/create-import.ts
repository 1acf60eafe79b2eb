import { createHash } from 'node:crypto'
import type { Context } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { freshRecord } from '../core/record-ref.ts'
import { assertReferences } from '../core/references.ts'
import { transact, type Transaction } from '../core/transaction.ts'
import type { FileRow } from './fields.ts'
import { showImport } from './queries.ts'
import { readCsv } from './read-csv.ts'
import { readIcs } from './read-ics.ts'
import { MOST_ROWS } from './rules.ts'
import type { AppointmentImport, CreateAppointmentImport } from './schemas.ts'

/**
 * Takes a file and has every row of it checked: what would be created, and what would not, and why.
 * No appointment is written before the import is run.
 */
export const createImport = (
  ctx: Context,
  { content, columns, zone, ...input }: CreateAppointmentImport,
): Promise<AppointmentImport> =>
  transact(ctx, 'appointment-imports:write', async (tx) => {
    const { providerId, serviceId, locationId, roomId } = input.defaults
    await assertReferences(tx, 'provider', { 'defaults.providerId': providerId })
    await assertReferences(tx, 'service', { 'defaults.serviceId': serviceId })
    await assertReferences(tx, 'location', { 'defaults.locationId': locationId })
    await assertReferences(tx, 'room', { 'defaults.roomId': roomId })
    const { rows, ignored } = input.format === 'CSV' ? readCsv(content, columns) : readIcs(content)
    if (rows.length > MOST_ROWS)
      throw invalid(
        'content',
        'too_many_rows',
        `The file has more than ${MOST_ROWS} rows. Send parts.`,
      )
    const row = await tx.db.appointmentImport.create({
      data: {
        ...freshRecord(tx, newId('appointmentImport')),
        ...input,
        sha256: createHash('sha256').update(content).digest('hex'),
        zone: zone ?? null,
        ignoredColumns: ignored,
        status: 'CHECKING',
        createdBy: tx.actor.id,
      },
    })
    await insertRows(tx, row.id, rows)
    tx.audit({ type: 'appointmentImport', id: row.id }, undefined, { ...row, rows: rows.length })
    tx.start('appointmentImport', row.id)
    return showImport(tx, row)
  })

/** What is wrong with the text of a row is known already, and stays so; the rest is to be checked. */
const insertRows = (tx: Transaction, importId: string, rows: readonly FileRow[]) =>
  tx.sql(INSERT, [
    tx.tenantId,
    importId,
    tx.now,
    rows.map(() => newId('appointmentImportRow')),
    rows.map(({ source, problem }) => (problem ? null : JSON.stringify(source))),
    rows.map(({ problem }) => problem?.field ?? null),
    rows.map(({ problem }) => problem?.code ?? null),
    rows.map(({ problem }) => problem?.detail ?? null),
  ])

const INSERT = `
  INSERT INTO appointment_import_rows (tenant_id, import_id, created_at, updated_at, id, source, field, code, detail,
    number, result, pending)
  SELECT $1, $2, $3, $3, r.id, r.source::jsonb, r.field, r.code, r.detail, r.number,
         CASE WHEN r.code IS NOT NULL THEN 'INVALID' END, CASE WHEN r.code IS NULL THEN 'CHECK' END
  FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    WITH ORDINALITY AS r(id, source, field, code, detail, number)`
