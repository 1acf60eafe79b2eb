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
/** The folder of the database server, as written by `pg_basebackup --format=tar --gzip --wal-method=fetch`. */
export const DATABASE = { folder: 'postgres', archive: 'base.tar.gz', manifest: 'backup_manifest' }
/** Contents of attachments and archives, keyed by file key. */
export const FILES = 'files'
/** Temporal's database, on a platform that bin/up started. */
export const TEMPORAL = 'temporal/temporal.db'

export interface BackupManifest {
  format: typeof FORMAT
  software: Software
  startedAt: string
  finishedAt: string
  database: BaseBackup
  /** Messages since this time are handed over again, because Temporal may lack them. */
  temporalAsOf: string
  hasTemporal: boolean
  /** False if the backup was made with --no-files. */
  hasFiles: boolean
  /** The keys that its secrets need. Fingerprints detect keys that differ. */
  encryptionKeys: KeyFingerprint[]
  contents: MeasuredFile[]
}

export interface KeyFingerprint {
  id: string
  sha256: string
}

/** The keys are random and 32 bytes long, so nothing can be guessed from a fingerprint. */
export const fingerprintsOf = (encryptionKeys: string): KeyFingerprint[] =>
  [...createCipher(encryptionKeys).keys].map(([id, key]) => ({
    id,
    sha256: createHash('sha256').update('therapy-backup ').update(key).digest('hex').slice(0, 16),
  }))

/** Ids of the backup's keys that the given keys lack or contradict. */
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

/**
 * Compares a backup with its manifest: every file must match, and no other file may exist. Returns one sentence
 * per problem.
 */
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
