import { MissingFileError } from '#providers/files/file-store.ts'
import {
  deadlineOf,
  type ParserFailure,
  type ReadTurn,
  type RunParser,
} from '#providers/parsing/index.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadAssistant } from '../assistants/queries.ts'
import { settingsOf } from '../assistants/schemas.ts'
import { languageOf } from '../text/language-of.ts'
import { DOCUMENT_PARSER, type ParsedDocument } from './document-parser.ts'
import { loadKnowledgeDocument } from './queries.ts'
import type { KnowledgeFormat } from './rules.ts'

/** A worker that dies while it reads may have been stopped. After this many deaths, the file counts as the cause. */
const MOST_READS = 5
/** The number of passages from which a document's language is detected. */
const SAMPLE = 20

interface Read {
  id: string
  /** Decides the time limit. */
  turn: ReadTurn
  /** When aborted, ends the parser's thread. */
  signal?: AbortSignal
}

/**
 * Reads a document outside of transactions and writes its passages. An unreadable document gets the status
 * FAILED. Returns `slow` if a short turn was not sufficient: the document stays READING and needs a long turn.
 * Repeating it has no effect.
 */
export const readKnowledgeDocument = async (
  ctx: OutsideContext,
  { id, ...reading }: Read,
  run: RunParser,
): Promise<'read' | 'slow'> => {
  const taken = await take(ctx, id)
  const parsed = taken && (await readTaken(ctx, taken, reading, run))
  if (parsed === 'slow') return 'slow'
  if (parsed) await write(ctx, id, parsed)
  return 'read'
}

const readTaken = async (
  ctx: OutsideContext,
  taken: Taken,
  { turn, signal }: Omit<Read, 'id'>,
  run: RunParser,
): Promise<ParsedDocument | 'slow'> => {
  if (taken.reads > MOST_READS) return FAILURES.crashed
  const bytes = await ctx.platform.files.get(taken.storageKey).catch((error: unknown) => {
    if (!(error instanceof MissingFileError)) throw error
    return undefined
  })
  if (!bytes) return GONE
  const deadlineMs = deadlineOf(turn, bytes.length)
  const input = { format: taken.format, bytes }
  const parsed = await run(DOCUMENT_PARSER, input, { deadlineMs, signal })
  if (parsed.ok) return parsed.answer
  return turn === 'short' && parsed.failure === 'took_too_long' ? 'slow' : FAILURES[parsed.failure]
}

const GONE: ParsedDocument = {
  code: 'file_missing',
  detail: 'The file is no longer stored. Upload it again.',
}
const TOO_MUCH = 'The file takes too many resources to read. Upload it in parts.'
const UNREADABLE =
  'The file cannot be read. Save it again, or save it as text, and upload that file.'
const FAILURES: Record<ParserFailure, ParsedDocument> = {
  took_too_long: { code: 'took_too_long', detail: TOO_MUCH },
  too_much_memory: { code: 'too_much_memory', detail: TOO_MUCH },
  malformed_answer: { code: 'unreadable', detail: UNREADABLE },
  crashed: { code: 'unreadable', detail: UNREADABLE },
}

interface Taken {
  format: KnowledgeFormat
  storageKey: string
  reads: number
}

/** Counts the read before it starts, so that a file that crashes its worker counts too. */
const take = (ctx: OutsideContext, id: string): Promise<Taken | undefined> =>
  transact(ctx, 'knowledge:write', async (tx) => {
    await lockRecord(tx, 'knowledge_documents', id)
    const before = await loadKnowledgeDocument(tx, id)
    const subject = { type: 'knowledgeDocument', id } as const
    const { status, storageKey } = before
    if ((status !== 'RECEIVED' && status !== 'READING') || !storageKey) {
      tx.nothingChanged(subject)
      return undefined
    }
    const data = { status: 'READING', reads: { increment: 1 }, ...touched(tx) }
    const after = await tx.db.knowledgeDocument.update({ where: keyOf(tx, id), data })
    tx.changed(subject, before, after)
    return { format: before.format as KnowledgeFormat, storageKey, reads: after.reads }
  })

const write = (ctx: OutsideContext, id: string, parsed: ParsedDocument): Promise<void> =>
  transact(ctx, 'knowledge:write', async (tx) => {
    await lockRecord(tx, 'knowledge_documents', id)
    const before = await loadKnowledgeDocument(tx, id)
    const subject = { type: 'knowledgeDocument', id } as const
    // The document was removed while it was read, so nothing is written.
    if (before.status !== 'READING') return tx.nothingChanged(subject)
    const fields =
      'code' in parsed
        ? { status: 'FAILED', failureCode: parsed.code, failureDetail: parsed.detail }
        : await writePassages(tx, before, parsed)
    const data = { ...fields, ...touched(tx) }
    const after = await tx.db.knowledgeDocument.update({ where: keyOf(tx, id), data })
    tx.changed(subject, before, after)
  })

const writePassages = async (
  tx: Transaction,
  { id, assistantId }: { id: string; assistantId: string },
  { passages, pageCount, warnings }: Exclude<ParsedDocument, { code: string }>,
) => {
  const rows = passages.map((passage, index) => ({ ...passage, number: index + 1 }))
  await tx.sql(INSERT, [tx.tenantId, id, JSON.stringify(rows)])
  const { languages } = settingsOf(await loadAssistant(tx, assistantId))
  const sample = passages.slice(0, SAMPLE).map(({ text }) => text)
  const language = languageOf(sample.join(' '), languages)
  return { status: 'INDEXING', pageCount, warnings, language, passagesRead: passages.length }
}

const INSERT = `
  INSERT INTO knowledge_passages (tenant_id, document_id, number, page, headings, starts_with, text)
  SELECT $1, $2, p.number, p.page, p.headings, p."startsWith", p.text
  FROM jsonb_to_recordset($3::jsonb) AS p(number int, page int, headings text[], "startsWith" int, text text)`
