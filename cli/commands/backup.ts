import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { answering, pairs } from '../answer.ts'
import { createBackup, megabytes } from '../backups/create-backup.ts'
import { collectKeys, writeKeys } from '../backups/keys-file.ts'
import { MANIFEST, type BackupManifest } from '../backups/manifest.ts'
import { encryptionKeys, filesLocation, ownerUrl } from '../config.ts'
import { UsageError } from '../failure.ts'
import { PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

interface Options {
  out: string
  /** The path of the keys file; false with --no-keys. */
  keys?: string | boolean
  files: boolean
  maxRate?: string
}

/** The range that the database server allows. */
const Rate = z.strictObject({ maxRateKb: z.int().min(32).max(1_048_576).optional() })

export const backup = (program: Command): Command =>
  program
    .command('backup')
    .description(
      'Copies a running platform into a folder: its PostgreSQL server, its files and, with bin/up, Temporal. The folder contains health data and is not encrypted.',
    )
    .requiredOption('--out <dir>', 'an empty or new folder')
    .option(
      '--keys <file>',
      'also write the encryption keys to this file; secrets in the backup cannot be read without them. Store it apart from the backup',
    )
    .option('--no-keys', 'confirm that you keep the keys of a bin/up folder yourself')
    .option('--no-files', 'omit files: for a bucket with its own backups or versions')
    .option(
      '--max-rate <kB>',
      'maximum rate at which PostgreSQL sends, in kilobytes a second, 32 to 1048576',
    )
    .addHelpText(
      'after',
      example(
        'backup --out /backups/2026-11-28 --keys ~/therapy-keys.json',
        'restore --from /backups/2026-11-28 --check',
      ),
    )
    .action(
      answering((options: Options) => {
        const { maxRateKb } = parsed(
          Rate,
          { ...(options.maxRate !== undefined && { maxRateKb: Number(options.maxRate) }) },
          { maxRateKb: '--max-rate' },
        )
        const out = path.resolve(options.out)
        const data = program.opts<{ data?: string }>().data
        const folder = data === undefined ? undefined : path.resolve(data)
        const keysFile = keysFileOf(options, { out, folder })
        const filesAt = options.files ? { filesLocation: filesLocation() } : {}
        const temporalDatabase = folder && path.join(folder, 'temporal', 'temporal.db')
        return withPlatform(async (platform) => {
          const keys = encryptionKeys()
          const act = { tenantId: PLATFORM_TENANT, action: 'therapy backup' }
          // Recorded first, so that the backup contains the entry.
          await recorded(platform, act, () => Promise.resolve())
          const manifest = await createBackup({
            out,
            ownerUrl: ownerUrl(),
            encryptionKeys: keys,
            files: options.files ? platform.files : undefined,
            temporalDatabase:
              temporalDatabase && existsSync(temporalDatabase) ? temporalDatabase : undefined,
            maxRateKb,
            say: (line) => process.stderr.write(`therapy: ${line}\n`),
          })
          if (keysFile) await writeKeys(keysFile, await collectKeys(keys, folder))
          return answerOf(out, manifest, keysFile)
        }, filesAt)
      }),
    )

/** A bin/up folder needs its keys to start again, so this reports where they are. */
const keysFileOf = (
  { keys }: Options,
  { out, folder }: { out: string; folder: string | undefined },
): string | undefined => {
  if (folder && isIn(folder, out))
    throw new UsageError(
      `${out} is inside the folder being backed up. Name another folder with --out.`,
    )
  if (typeof keys !== 'string') {
    if (folder && keys !== false)
      throw new UsageError(
        "A backup cannot be restored without its encryption keys. Name a file for them with --keys FILE, or pass --no-keys if you keep the folder's keys yourself.",
      )
    return undefined
  }
  const file = path.resolve(keys)
  if (isIn(out, file))
    throw new UsageError(
      'The keys must not be stored with the backup. Name a file outside of it with --keys.',
    )
  return file
}

const isIn = (folder: string, file: string): boolean => {
  const relative = path.relative(folder, file)
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative))
}

const answerOf = (out: string, manifest: BackupManifest, keysFile: string | undefined) => {
  const { contents, database, hasTemporal, hasFiles, finishedAt, encryptionKeys: keys } = manifest
  const bytes = contents.reduce((sum, file) => sum + file.bytes, 0)
  const files = contents.filter(({ path: name }) => name.startsWith('files/')).length
  return {
    data: {
      folder: out,
      manifest: path.join(out, MANIFEST),
      bytes,
      files,
      keysFile: keysFile ?? null,
      finishedAt,
      database,
      hasTemporal,
      hasFiles,
    },
    text: [
      pairs([
        ['folder', `${out}, ${megabytes(bytes)}`],
        ['as of', finishedAt],
        ['database', `PostgreSQL ${database.serverVersion}`],
        ['files', hasFiles ? String(files) : 'left out'],
        ['Temporal', hasTemporal ? 'its database' : 'not in the backup: back up its own databases'],
        [
          'keys',
          keysFile ??
            `not in the backup: keep ENCRYPTION_KEYS (${keys.map(({ id }) => id).join(', ')})`,
        ],
      ]),
      `\nThe folder contains health data and is not encrypted. Check it: therapy restore --from ${out} --check`,
    ].join('\n'),
  }
}
