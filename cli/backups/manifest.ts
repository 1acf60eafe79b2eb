import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createCipher } from '#platform/core/crypto/cipher.ts'
import { problemOf, type MeasuredFile } from '#providers/files/measured-file.ts'
import type { BaseBackup } from '../../providers/backup/base-backup.ts'
import { UsageError } from '../failure.ts'
import type { Software } from '../software.ts'

/** The format version of backups. */
export const FORMAT = 'therapy-backup/1'

export const MANIFEST = 'manifest.json'
/** The server's folder, as written by `pg_basebackup --format=tar --gzip --wal-method=fetch`. */
export const DATABASE = { folder: 'postgres', archive: 'base.tar.gz', manifest: 'backup_manifest' }
/** Bytes of attachments and archives, by key. */
export const FILES = 'files'
/** Temporal's database, for a platform of bin/up. */
export const TEMPORAL = 'temporal/temporal.db'

export interface BackupManifest {
  format: typeof FORMAT
  software: Software
  startedAt: string
  finishedAt: string
  database: BaseBackup
  /** The time from which messages are handed over again, because Temporal may lack them. */
  temporalAsOf: string
  hasTemporal: boolean
  /** False: the backup was made with --no-files. */
  hasFiles: boolean
  /** Keys needed for its secrets. Fingerprints detect different ones. */
  encryptionKeys: KeyFingerprint[]
  contents: MeasuredFile[]
}

export interface KeyFingerprint {
  id: string
  sha256: string
}

/** Of random 32-byte keys: nothing can be guessed from it. */
export const fingerprintsOf = (encryptionKeys: string): KeyFingerprint[] =>
  [...createCipher(encryptionKeys).keys].map(([id, key]) => ({
    id,
    sha256: createHash('sha256').update('therapy-backup ').update(key).digest('hex').slice(0, 16),
  }))

/** Key ids of a backup that these keys lack or contradict. */
export const missingKeys = (
  { encryptionKeys }: BackupManifest,
  given: readonly KeyFingerprint[],
): string[] =>
  encryptionKeys
    .filter(({ id, sha256 }) => !given.some((key) => key.id === id && key.sha256 === sha256))
    .map(({ id }) => id)

export const readManifest = async (folder: string): Promise<BackupManifest> => {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new UsageError(
      `${folder} has no ${MANIFEST}, so it holds no finished backup. Name the folder that \`therapy backup --out\` wrote.`,
    )
  const manifest = JSON.parse(text) as BackupManifest
  if ((manifest.format as string) === FORMAT) return manifest
  throw new UsageError(
    `${folder} is not a backup of this kind (${FORMAT}). Restore it with the version that wrote it.`,
  )
}

/** Compares a backup with its manifest: every file, and nothing else. One sentence per problem. */
export const problemsOf = async (folder: string, manifest: BackupManifest): Promise<string[]> => {
  const problems: string[] = []
  for (const file of manifest.contents) {
    const problem = await problemOf(folder, file)
    if (problem) problems.push(problem)
  }
  const named = new Set([MANIFEST, ...manifest.contents.map((file) => file.path)])
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (!entry.isDirectory() && !named.has(name))
      problems.push(`${name} is not part of the backup.`)
  }
  return problems
}
