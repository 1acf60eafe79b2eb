import path from 'node:path'
import type { Command } from 'commander'
import { answering, pairs, type Answer } from '../answer.ts'
import { readKeys, type KeysFile } from '../backups/keys-file.ts'
import {
  fingerprintsOf,
  missingKeys,
  problemsOf,
  readManifest,
  type BackupManifest,
} from '../backups/manifest.ts'
import {
  claimFolder,
  claimStore,
  extractDatabase,
  restoreFiles,
  restoreFolder,
  type Backup,
} from '../backups/restore-backup.ts'
import { UsageError } from '../failure.ts'
import { example } from '../options.ts'

interface Options {
  from: string
  check?: boolean
  into?: string
  keys?: string
  database?: string
  files?: string
  setAside?: boolean
}

export const restore = (program: Command): Command =>
  program
    .command('restore')
    .description(
      'Restores what `therapy backup` wrote into empty places: a folder for bin/up, or the data folder of a PostgreSQL server and the files. Checks the backup against its manifest first.',
    )
    .requiredOption('--from <dir>', "the backup's folder")
    .option('--check', 'compare the backup with its manifest, and restore nothing')
    .option('--into <dir>', 'a new folder for `bin/up --data`; needs --keys')
    .option('--keys <file>', 'the file that `therapy backup --keys` wrote')
    .option('--database <dir>', 'the data folder of a stopped PostgreSQL server')
    .option('--files <location>', 'the future FILES_LOCATION: a directory or s3://…')
    .option('--set-aside', 'keep the contents of these folders under another name')
    .addHelpText(
      'after',
      example(
        'restore --from /backups/2026-11-28 --check',
        'restore --from /backups/2026-11-28 --keys ~/therapy-keys.json --into .therapy',
        'restore --from /backups/2026-11-28 --database /var/lib/postgresql/18/docker --files /files',
      ),
    )
    .action(
      answering(async (options: Options): Promise<Answer> => {
        assertUsage(options)
        const folder = path.resolve(options.from)
        const backup = { folder, manifest: await readManifest(folder) }
        const keys = options.keys === undefined ? undefined : await readKeys(options.keys)
        if (keys) assertKeys(backup.manifest, keys)
        const problems = await problemsOf(folder, backup.manifest)
        if (options.check) return checked(backup, problems)
        if (problems.length > 0)
          throw new Error(
            `The backup does not match its manifest. ${problems.slice(0, 5).join(' ')}`,
          )
        return options.into !== undefined
          ? intoFolder(backup, { ...options, into: path.resolve(options.into), keys: keys! })
          : intoPlaces(backup, options)
      }),
    )

const assertUsage = ({ check, into, keys, database, files }: Options): void => {
  const places = database !== undefined || files !== undefined
  if (check) return
  if (into === undefined && !places)
    throw new UsageError(
      'The target is missing. Name it with --into DIR for bin/up, or --database DIR or --files LOCATION elsewhere; or pass --check to restore nothing.',
    )
  if (into !== undefined && places)
    throw new UsageError(
      '--into restores a complete folder for bin/up. Omit --database and --files.',
    )
  if (into !== undefined && keys === undefined)
    throw new UsageError(
      'bin/up cannot start a folder without its keys. Name the file that `therapy backup --keys` wrote with --keys.',
    )
}

const assertKeys = (manifest: BackupManifest, keys: KeysFile): void => {
  const missing = missingKeys(manifest, fingerprintsOf(keys.encryptionKeys))
  if (missing.length > 0)
    throw new UsageError(
      `The file given with --keys lacks encryption keys of this backup (${missing.join(', ')}). Name the file that was written with it.`,
    )
}

const checked = ({ folder, manifest }: Backup, problems: string[]): Answer => ({
  data: { ok: problems.length === 0, problems, folder, ...manifest, contents: undefined },
  text: [
    factsOf(folder, manifest),
    problems.length === 0
      ? `
The backup matches its manifest.`
      : `\n${problems.join('\n')}`,
  ].join('\n'),
  ...(problems.length > 0 && { exitCode: 1 }),
})

const intoFolder = async (
  backup: Backup,
  { into, keys, setAside = false }: Omit<Options, 'keys'> & { into: string; keys: KeysFile },
): Promise<Answer> => {
  const aside = await claimFolder(into, { option: '--into', setAside })
  await restoreFolder(backup, { into, keys })
  return {
    data: { folder: into, setAside: aside ?? null, ...timesOf(backup.manifest) },
    text: [
      factsOf(into, backup.manifest),
      ...(aside ? [`\nThe previous contents of ${into} are now in ${aside}.`] : []),
      `\nStart it: bin/up --data ${into}`,
      'It resumes pending work by itself.',
    ].join('\n'),
  }
}

const intoPlaces = async (
  backup: Backup,
  { database, files, setAside = false }: Options,
): Promise<Answer> => {
  const { manifest, folder } = backup
  if (files !== undefined && !manifest.hasFiles)
    throw new UsageError('The backup has no files. Omit --files.')
  const aside: string[] = []
  const claim = async (target: string, option: string) => {
    const moved = await claimFolder(target, { option, setAside })
    if (moved) aside.push(moved)
  }
  if (files?.startsWith('s3:')) await claimStore(files)
  else if (files !== undefined) await claim(path.resolve(files), '--files')
  if (database !== undefined) await claim(path.resolve(database), '--database')
  if (files !== undefined)
    await restoreFiles(backup, files.startsWith('s3:') ? files : path.resolve(files))
  if (database !== undefined) await extractDatabase(folder, path.resolve(database))
  return {
    data: {
      database: database ?? null,
      files: files ?? null,
      setAside: aside,
      ...timesOf(manifest),
    },
    text: [
      factsOf(folder, manifest),
      ...(aside.length > 0 ? [`\nThe previous contents are now in ${aside.join(' and ')}.`] : []),
      '\nNext:',
      `1. Start PostgreSQL ${manifest.database.serverVersion.split('.')[0]} on the data folder.`,
      '2. Set ENCRYPTION_KEYS to the keys of the backup, and run: therapy migrate',
      '3. Start the API and the workers.',
      `4. Resume pending work: therapy workflows wake --all --since ${manifest.temporalAsOf}`,
      '5. Verify the audit trail: therapy audit verify --anchor ANCHOR, with your newest anchor.',
    ].join('\n'),
  }
}

const timesOf = ({ finishedAt, temporalAsOf }: BackupManifest) => ({
  asOf: finishedAt,
  temporalAsOf,
})

const factsOf = (folder: string, manifest: BackupManifest): string => {
  const { software, finishedAt, database, contents, hasTemporal, hasFiles, encryptionKeys } =
    manifest
  return pairs([
    ['folder', folder],
    ['as of', finishedAt],
    ['platform', `${software.version}, migration ${software.migration}`],
    ['database', `PostgreSQL ${database.serverVersion}`],
    [
      'files',
      hasFiles
        ? `${contents.filter(({ path: it }) => it.startsWith('files/')).length}`
        : 'left out',
    ],
    ['Temporal', hasTemporal ? 'its database' : 'not in the backup'],
    ['keys', `${encryptionKeys.map(({ id }) => id).join(', ')}, not in the backup`],
  ])
}
