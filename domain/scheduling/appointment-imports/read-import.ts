import {
  deadlineOf,
  type ParserFailure,
  type ReadTurn,
  type RunParser,
} from '#providers/parsing/index.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { FileRow } from './file/fields.ts'
import { FILE_PARSER, type FileInput, type ParsedFile } from './file/file-parser.ts'
import { loadImport, progressOf } from './queries.ts'
import { appointmentImportEvents } from './events.ts'

/** A worker that dies while it reads may have been stopped. After this many deaths, the file counts as the cause. */
const MOST_READS = 5

interface Read {
  id: string
  /** Decides the time limit. */
  turn: ReadTurn
  /** When aborted, ends the parser's thread. */
  signal?: AbortSignal
}

/**
 * Reads the file of an import outside of transactions and writes its rows. A file without readable rows fails
 * the import. Returns `slow` if a short turn was not sufficient: the import stays READING and needs a long
 * turn. Repeating it has no effect.
 */
export const readImport = async (
  ctx: Context,
  { id, ...reading }: Read,
  run: RunParser,
): Promise<'read' | 'slow'> => {
  const taken = await takeFile(ctx, id)
  if (taken === 'read') return 'read'
  const parsed = taken === 'gone' ? GONE : await readTaken(taken, reading, run)
  if (parsed === 'slow') return 'slow'
  await writeRows(ctx, id, parsed)
  return 'read'
}

const readTaken = async (
  taken: Taken,
  { turn, signal }: Omit<Read, 'id'>,
  run: RunParser,
): Promise<ParsedFile | 'slow'> => {
  if (taken.reads > MOST_READS) return FAILURES.crashed
  const deadlineMs = deadlineOf(turn, Buffer.byteLength(taken.input.content))
  const parsed = await run(FILE_PARSER, taken.input, { deadlineMs, signal })
  if (parsed.ok) return parsed.answer
  return turn === 'short' && parsed.failure === 'took_too_long' ? 'slow' : FAILURES[parsed.failure]
}

const GONE: ParsedFile = {
  code: 'file_gone',
  detail:
    'The file is no longer stored, either because the import waited too long or because the file contained data of a person who was erased. Upload it again.',
}

const TOO_MUCH =
  'The file takes too many resources to read. Send it in parts, or remove everything except appointments.'
const UNREADABLE = 'The file cannot be read. Export it again, or send it as CSV.'
const FAILURES: Record<ParserFailure, ParsedFile> = {
  took_too_long: { code: 'took_too_long', detail: TOO_MUCH },
  too_much_memory: { code: 'too_much_memory', detail: TOO_MUCH },
  malformed_answer: { code: 'unreadable', detail: UNREADABLE },
  crashed: { code: 'unreadable', detail: UNREADABLE },
}

interface Taken {
  input: FileInput
  /** The number of reads, including this one. */
  reads: number
}

/** Counts the read before it starts, so that a file that crashes its worker counts too. */
const takeFile = (ctx: Context, id: string): Promise<Taken | 'read' | 'gone'> =>
  transact(ctx, 'appointments:write', async (tx) => {
    await lockRecord(tx, 'appointment_imports', id)
    const { status, format } = await loadImport(tx, id)
    const [file] = status === 'READING' ? await tx.sql<FileRecord>(TAKE, [tx.tenantId, id]) : []
    const reads = file?.reads ?? 0
    tx.changed({ type: 'appointmentImport', id }, { reads: Math.max(reads - 1, 0) }, { reads })
    if (status !== 'READING') return 'read'
    if (!file) return 'gone'
    const { content, columns } = file
    return { input: { format: format as FileInput['format'], content, columns }, reads }
  })

type FileRecord = Pick<FileInput, 'content' | 'columns'> & { reads: number }

const writeRows = (ctx: Context, id: string, parsed: ParsedFile): Promise<void> =>
  transact(ctx, 'appointments:write', async (tx) => {
    await lockRecord(tx, 'appointment_imports', id)
    const before = await loadImport(tx, id)
    const subject = { type: 'appointmentImport', id } as const
    if (before.status !== 'READING') return tx.nothingChanged(subject)
    const deleted = await tx.sql(DELETE, [tx.tenantId, id])
    // The file was erased while it was read, so its rows would restore erased data.
    const read = deleted.length === 0 ? GONE : parsed
    const isReadable = 'rows' in read
    const fields = isReadable
      ? { status: 'CHECKING', ignoredColumns: read.ignored }
      : { status: 'FAILED', failureCode: read.code, failureDetail: read.detail }
    const data = { ...fields, ...touched(tx) }
    const after = await tx.db.appointmentImport.update({ where: keyOf(tx, id), data })
    if (isReadable) await insertRows(tx, id, read.rows)
    else {
      const { total: _, pending: __, ...counts } = (await progressOf(tx, [before]))(id)
      const payload = { importId: id, status: 'FAILED' as const, ...counts }
      tx.emit(appointmentImportEvents['appointment_import.processed'], subject, payload)
    }
    const rows = isReadable ? read.rows.length : 0
    tx.changed(subject, { ...before, rows: 0 }, { ...after, rows })
  })

/** Errors in the text of a row are final; all other rows must still be checked. */
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

const TAKE = `
  UPDATE appointment_import_files SET reads = reads + 1 WHERE tenant_id = $1 AND import_id = $2
  RETURNING content, columns, reads`

const DELETE = `DELETE FROM appointment_import_files WHERE tenant_id = $1 AND import_id = $2 RETURNING import_id`

const INSERT = `
  INSERT INTO appointment_import_rows (tenant_id, import_id, created_at, updated_at, id, source, field, code, detail,
    number, result, pending)
  SELECT $1, $2, $3, $3, r.id, r.source::jsonb, r.field, r.code, r.detail, r.number,
         CASE WHEN r.code IS NOT NULL THEN 'INVALID' END, CASE WHEN r.code IS NULL THEN 'CHECK' END
  FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    WITH ORDINALITY AS r(id, source, field, code, detail, number)`
