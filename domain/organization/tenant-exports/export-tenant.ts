import { mkdir, readdir, rename, rm, writeFile as write } from 'node:fs/promises'
import path from 'node:path'
import { verifyTrail } from '#platform/audit/verify-trail.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { utc } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { MissingFileError } from '#providers/files/file-store.ts'
import { writeMeasured } from '#providers/files/measured-file.ts'
import { readmeOf } from './readme-of.ts'
import {
  FORMAT,
  isSecret,
  MANIFEST,
  UNFINISHED,
  type ExportedAttachment,
  type ExportedTable,
  type Manifest,
} from './rules.ts'

export interface ExportOptions {
  /** An empty folder, or one with an unfinished export, which then starts again. */
  folder: string
  software: Manifest['software']
}

/** The number of rows in memory at a time. */
const ROWS_AT_ONCE = 500

/**
 * Exports a centre into a folder: first a consistent snapshot of its tables, then its files. The manifest is
 * written last and marks a complete export.
 */
export const exportTenant = async (
  ctx: OutsideContext,
  { folder, software }: ExportOptions,
): Promise<Manifest> => {
  await begin(folder)
  const { platform, tenantId } = ctx
  const exportedAt = utc(platform.clock.now())
  const atOneMoment = await read(ctx, 'organization:read', async (reader) => {
    await reader.sql('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    const tables: ExportedTable[] = []
    for (const table of await reader.sql<Table>(TABLES))
      tables.push(await exportTable(reader, folder, table))
    const [{ name } = { name: '' }] = await reader.sql<{ name: string }>(NAME, [tenantId])
    const recorded = await reader.sql<{ key: string }>(RECORDED, [tenantId])
    return { tables, name, recorded: recorded.map(({ key }) => key) }
  })
  const { recorded, ...records } = atOneMoment
  const attachments = await exportFiles(ctx, folder)
  const known = new Set(attachments.map(({ key }) => key))
  const { ok, entries, seals, unsealed } = await verifyTrail(platform, { tenantId })
  const keys = await systemSql(platform)<object>(PUBLIC_KEYS)
  const contents = { tenantId, exportedAt, software, ...records }
  const manifest: Manifest = {
    format: FORMAT,
    ...contents,
    attachments,
    missing: recorded.filter((key) => !known.has(key)),
    others: [
      await writeMeasured(folder, 'README.md', [readmeOf(contents)]),
      await writeMeasured(folder, 'public-keys.json', [`${JSON.stringify(keys, null, 2)}\n`]),
    ],
    auditTrail: { ok, entries, seals, unsealed },
  }
  await write(path.join(folder, `${MANIFEST}.part`), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
  })
  await rename(path.join(folder, `${MANIFEST}.part`), path.join(folder, MANIFEST))
  await rm(path.join(folder, UNFINISHED))
  return manifest
}

/** Prepares a folder. Refuses one that contains anything other than an interrupted export. */
const begin = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  if (names.length > 0 && !names.includes(UNFINISHED))
    throw new DomainError('already_exists', `${folder} is not empty. Choose another folder.`)
  for (const name of names)
    if (name !== UNFINISHED) await rm(path.join(folder, name), { recursive: true })
  await write(
    path.join(folder, UNFINISHED),
    `This export is incomplete. Run the command again.
`,
  )
  for (const name of ['tables', 'files']) await mkdir(path.join(folder, name), { mode: 0o700 })
}

interface Table {
  name: string
  columns: string[]
  key: string[]
}

const exportTable = async (
  reader: Reader,
  folder: string,
  { name, columns, key }: Table,
): Promise<ExportedTable> => {
  const kept = columns.filter((column) => !isSecret(name, column))
  let rows = 0
  const lines = async function* () {
    await reader.sql(`DECLARE exported NO SCROLL CURSOR FOR ${rowsOf(name, kept, key)}`)
    for (;;) {
      const batch = await reader.sql<{ row: string }>(`FETCH ${ROWS_AT_ONCE} FROM exported`)
      if (batch.length === 0) break
      rows += batch.length
      yield batch.map(({ row }) => `${row}\n`).join('')
    }
    await reader.sql('CLOSE exported')
  }
  const file = await writeMeasured(folder, `tables/${name}.ndjson`, lines())
  const omitted = columns.filter((column) => isSecret(name, column))
  return { table: name, rows, columns: kept, omitted, ...file }
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

const rowsOf = (table: string, columns: readonly string[], key: readonly string[]) =>
  `SELECT row_to_json(one)::text AS row FROM (
     SELECT ${quoted(columns)} FROM "${table}" WHERE tenant_id = therapy.current_tenant() ORDER BY ${quoted(key)}) one`

const exportFiles = async (
  { platform: { files }, tenantId }: OutsideContext,
  folder: string,
): Promise<ExportedAttachment[]> => {
  const exported: ExportedAttachment[] = []
  for await (const { key } of files.list(tenantId)) {
    try {
      const contents = await files.stream(key)
      const file = await writeMeasured(folder, `files/${path.basename(key)}`, contents)
      exported.push({ key, ...file })
    } catch (error) {
      // The file was removed after it was listed.
      if (!(error instanceof MissingFileError)) throw error
    }
  }
  return exported.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** All tables with a tenant, including future ones. */
const TABLES = `
  SELECT c.relname::text AS name,
         ARRAY(SELECT a.attname::text FROM pg_attribute a
               WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns,
         ARRAY(SELECT a.attname::text FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, position)
               JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
               WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY k.position) AS key
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id')
  ORDER BY c.relname`

const NAME = 'SELECT name FROM tenants WHERE tenant_id = $1'

const RECORDED = `
  SELECT storage_key AS key FROM attachments WHERE tenant_id = $1 AND storage_key IS NOT NULL
  UNION ALL SELECT storage_key FROM person_exports WHERE tenant_id = $1 AND storage_key IS NOT NULL`

const PUBLIC_KEYS = {
  name: 'exported_public_keys',
  text: `SELECT id, purpose, algorithm, public_jwk AS "publicJwk", created_at AS "createdAt", retired_at AS "retiredAt"
    FROM signing_keys ORDER BY created_at, id`,
}
