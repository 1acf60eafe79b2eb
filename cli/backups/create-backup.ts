import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { createGzip } from 'node:zlib'
import type { FileStore } from '#providers/files/file-store.ts'
import { measure, writeMeasured, type MeasuredFile } from '#providers/files/measured-file.ts'
import { takeBaseBackup, type BaseBackup } from '#providers/backup/base-backup.ts'
import { FileCopy } from '#providers/backup/copy-files.ts'
import { copySqlite } from '#providers/backup/copy-sqlite.ts'
import { UsageError } from '../failure.ts'
import { software } from '../software.ts'
import {
  DATABASE,
  FILES,
  FORMAT,
  fingerprintsOf,
  MANIFEST,
  TEMPORAL,
  type BackupManifest,
} from './manifest.ts'

export interface BackupOptions {
  /** The destination: a new or empty folder. */
  out: string
  /** Connects to the database as its owner, who may replicate it. */
  ownerUrl: string
  encryptionKeys: string
  /** Undefined if the backup has no files. */
  files: FileStore | undefined
  /** Temporal's database, on a platform that bin/up started. */
  temporalDatabase: string | undefined
  maxRateKb?: number | undefined
  say: (line: string) => void
}

/**
 * Copies a running platform's data. Temporal is copied first, so the database is never older than Temporal's
 * state: nothing waits for a missing record, and the outbox is handed over again for what Temporal lacks. Files
 * are copied before and after the database, so that every recorded file is included.
 */
export const createBackup = async (options: BackupOptions): Promise<BackupManifest> => {
  const { out } = options
  await claim(out)
  try {
    return await write(options)
  } catch (error) {
    // An abandoned folder must not keep personal records.
    for (const name of await readdir(out)) await rm(path.join(out, name), { recursive: true })
    throw error
  }
}

const write = async (options: BackupOptions): Promise<BackupManifest> => {
  const { out, files, temporalDatabase, say } = options
  const startedAt = new Date().toISOString()
  const contents: MeasuredFile[] = []
  if (temporalDatabase) {
    await folderIn(out, path.dirname(TEMPORAL))
    await copySqlite(temporalDatabase, path.join(out, TEMPORAL))
    contents.push(await measure(out, TEMPORAL))
    say(`Temporal: ${size(contents)}`)
  }
  const copy = files && new FileCopy(files, await folderIn(out, FILES), FILES)
  await copy?.run()
  if (copy) say(`files: ${copy.files.length}, ${size(copy.files)}`)
  const { database, written } = await writeDatabase(options)
  contents.push(...written)
  await copy?.run()
  contents.push(...(copy?.files ?? []))
  const manifest: BackupManifest = {
    format: FORMAT,
    software: software(),
    startedAt,
    finishedAt: new Date().toISOString(),
    database,
    temporalAsOf: startedAt,
    hasTemporal: temporalDatabase !== undefined,
    hasFiles: files !== undefined,
    encryptionKeys: fingerprintsOf(options.encryptionKeys),
    contents,
  }
  await writeMeasured(out, MANIFEST, [`${JSON.stringify(manifest, null, 2)}\n`])
  return manifest
}

const writeDatabase = async ({
  out,
  ownerUrl: url,
  maxRateKb,
  say,
}: BackupOptions): Promise<{ database: BaseBackup; written: MeasuredFile[] }> => {
  const { folder, archive, manifest } = DATABASE
  await folderIn(out, folder)
  const written: MeasuredFile[] = []
  const every = sometimes()
  const onProgress = (bytes: number, estimate: number) =>
    every(() => say(`database: ${megabytes(bytes)} of about ${megabytes(estimate)}`))
  const database = await takeBaseBackup(
    { url, maxRateKb, onProgress },
    {
      archive: async (bytes) => {
        // The first compression level is nearly as small as the last, and much faster.
        const through = [createGzip({ level: 1 })]
        written.push(await writeMeasured(out, `${folder}/${archive}`, bytes, { through }))
      },
      manifest: async (bytes) => {
        written.push(await writeMeasured(out, `${folder}/${manifest}`, bytes))
      },
    },
  )
  say(`database: ${size(written)}, PostgreSQL ${database.serverVersion}`)
  return { database, written }
}

const claim = async (out: string): Promise<void> => {
  if (existsSync(out) && (await readdir(out)).length > 0)
    throw new UsageError(`${out} is not empty. Name another folder with --out.`)
  await mkdir(out, { recursive: true, mode: 0o700 })
}

const folderIn = async (out: string, name: string): Promise<string> => {
  const folder = path.join(out, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

const size = (files: readonly MeasuredFile[]): string =>
  megabytes(files.reduce((sum, { bytes }) => sum + bytes, 0))

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const EVERY_MS = 5_000

/** Throttles a function to once every five seconds. */
const sometimes = () => {
  let next = Date.now() + EVERY_MS
  return (work: () => void): void => {
    if (Date.now() < next) return
    next = Date.now() + EVERY_MS
    work()
  }
}
