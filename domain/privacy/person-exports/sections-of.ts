import type { PersonExport } from '#prisma/generated/client.ts'
import { exportChildRecord } from '#records/child-records/export-child-record.ts'
import { renderRecord } from '#records/child-records/render-record.ts'
import { MissingFileError } from '#providers/files/file-store.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { recordIdsOf } from '#platform/core/records/record-ids-of.ts'
import { PERSON_TABLES } from '#vocabulary/resources.ts'

/** A file in the archive. */
interface ArchiveFile {
  name: string
  bytes: Uint8Array
}

/** A part of an archive. It yields files one by one, so that only one is in memory. */
type Section = (ctx: OutsideContext, of: PersonExport) => AsyncIterable<ArchiveFile>

/** The parts of a person's archive, in order: the child's record, the files, and the rows of each table. */
export const sectionsOf = ({ childId }: Pick<PersonExport, 'childId'>): Section[] => [
  ...(childId ? [record, files] : []),
  ...Object.entries(PERSON_TABLES).flatMap(([table, { child, client }]) => {
    const of = childId ? child : client
    return of ? [rowsOf(table, of.rows('t'))] : []
  }),
]

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value, null, 2))

/** The clinical record as a PDF and as data. */
const record: Section = async function* (ctx, { childId }) {
  const whole = await exportChildRecord(ctx, { id: childId! })
  yield { name: 'record.json', bytes: json(whole) }
  yield { name: 'record.pdf', bytes: await renderRecord(whole) }
}

const files: Section = async function* (ctx, { childId }) {
  const attachments = await read(ctx, 'attachments:read', async ({ db, tenantId }) => {
    const where = { tenantId, childId: childId!, status: 'READY' }
    return db.attachment.findMany({ where, orderBy: { id: 'asc' } })
  })
  for (const row of attachments) {
    const name = `attachments/${row.id}-${row.name.replaceAll(/[/\\]/g, '_')}`
    const bytes = await ctx.platform.files.get(row.storageKey!).catch(whenMissing)
    yield bytes ? { name, bytes } : { name: `${name}.missing.txt`, bytes: MISSING }
  }
}

/** A lost file does not prevent the rest of the export. */
const MISSING = new TextEncoder().encode(`The record of this file exists, but its bytes are lost.
`)

const whenMissing = (error: unknown): undefined => {
  if (!(error instanceof MissingFileError)) throw error
}

/** Columns with bookkeeping of the platform, and secrets of links and messages. */
const WITHOUT = `ARRAY['tenant_id', 'search_name', 'token_hash', 'sealed_address', 'sealed_variables', 'dedupe_key', 'storage_key']`

const rowsOf = (table: string, condition: string): Section =>
  async function* (ctx, { childId, clientId }) {
    const rows = await read(ctx, 'person-exports:read', async (reader) => {
      const ids = condition.includes('$3') ? [await recordIdsOf(reader, [childId!])] : []
      return reader.sql<{ row: object }>(
        `SELECT to_jsonb(t) - ${WITHOUT} AS row FROM ${table} t WHERE t.tenant_id = $1 AND ${condition}`,
        [reader.tenantId, [childId ?? clientId], ...ids],
      )
    })
    yield { name: `data/${table}.json`, bytes: json(rows.map(({ row }) => row)) }
  }
