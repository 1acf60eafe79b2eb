import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Zip, ZipDeflate } from 'fflate'
import type { PersonExport } from '#prisma/generated/client.ts'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { utc } from '#platform/core/time/time.ts'
import { read, transact } from '#platform/core/transactions/transaction.ts'
import { assertStoredInTime, newFileKey } from '#platform/files/new-file-key.ts'
import { loadPersonExport } from './queries.ts'
import { sectionsOf } from './sections-of.ts'
import { personExportEvents } from './events.ts'

/** How long an archive can be downloaded: 7 days. */
const ARCHIVE_LIFETIME_MS = 7 * 86_400_000

/**
 * Builds an archive file by file and stores it. If this is repeated, the archive is built again, but the record
 * keeps the first one. Returns the expiry.
 */
export const writeArchive = async (
  ctx: OutsideContext,
  { id }: { id: string },
): Promise<string | null> => {
  const known = await read(ctx, 'person-exports:read', (reader) => loadPersonExport(reader, id))
  if (known.status !== 'RUNNING') return known.status === 'READY' ? utc(known.expiresAt!) : null
  const folder = await mkdtemp(path.join(tmpdir(), 'therapy-export-'))
  try {
    const file = path.join(folder, 'archive.zip')
    const facts = await writeZip(ctx, known, file)
    const storageKey = newFileKey(known)
    const startedAt = ctx.platform.clock.now()
    await ctx.platform.files.putFile(storageKey, file, 'application/zip')
    return await finish(ctx, id, { ...facts, storageKey }, startedAt)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const writeZip = async (ctx: OutsideContext, of: PersonExport, file: string) => {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const measured = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk)
      sizeBytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(Readable.from(zipped(ctx, of)), measured, createWriteStream(file, { mode: 0o600 }))
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** The number of sections between two updates of the progress. */
const NOTED_EVERY = 10

async function* zipped(ctx: OutsideContext, of: PersonExport): AsyncGenerator<Uint8Array> {
  const mtime = ctx.platform.clock.now()
  let ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    failure ??= error
    ready.push(chunk)
  })
  const take = () => {
    if (failure) throw failure
    const taken = ready
    ready = []
    return taken
  }
  for (const [index, section] of sectionsOf(of).entries()) {
    for await (const { name, bytes } of section(ctx, of)) {
      const entry = Object.assign(new ZipDeflate(name, { level: 6 }), { mtime })
      zip.add(entry)
      entry.push(bytes, true)
      yield* take()
    }
    if ((index + 1) % NOTED_EVERY === 0) await noteProgress(ctx, of.id, index + 1)
  }
  zip.end()
  yield* take()
}

const noteProgress = (ctx: Context, id: string, sectionsDone: number) =>
  transact(ctx, 'person-exports:write', async (tx) => {
    const before = await loadPersonExport(tx, id)
    const after = await tx.db.personExport.update({
      where: keyOf(tx, id),
      data: { sectionsDone, ...touched(tx) },
    })
    tx.changed({ type: 'personExport', id }, before, after)
  })

interface ArchiveFacts {
  sizeBytes: number
  sha256: string
  storageKey: string
}

const finish = (ctx: Context, id: string, facts: ArchiveFacts, startedAt: Date) =>
  transact(ctx, 'person-exports:write', async (tx) => {
    await lockRecord(tx, 'person_exports', id)
    const before = await loadPersonExport(tx, id)
    if (before.status !== 'RUNNING') {
      tx.removeFiles([facts.storageKey])
      tx.nothingChanged({ type: 'personExport', id })
      return before.status === 'READY' ? utc(before.expiresAt!) : null
    }
    assertStoredInTime(startedAt, tx.now)
    const expiresAt = new Date(tx.now.getTime() + ARCHIVE_LIFETIME_MS)
    const ready = { status: 'READY', readyAt: tx.now, expiresAt } as const
    await tx.db.personExport.update({
      where: keyOf(tx, id),
      data: { ...facts, ...ready, sectionsDone: before.sectionsTotal, ...touched(tx) },
    })
    const subject = { type: 'personExport', id } as const
    tx.changed(subject, { status: before.status }, { ...facts, ...ready })
    const { childId, clientId } = before
    tx.emit(personExportEvents['person_export.ready'], subject, {
      personExportId: id,
      childId,
      clientId,
      expiresAt: utc(expiresAt),
    })
    return utc(expiresAt)
  })
