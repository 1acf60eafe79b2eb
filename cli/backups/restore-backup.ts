import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  copyFile,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rmdir,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { createFileStore } from '#providers/files/file-store.ts'
import { UsageError } from '../failure.ts'
import type { KeysFile } from './keys-file.ts'
import { DATABASE, FILES, TEMPORAL, type BackupManifest } from './manifest.ts'

export interface Backup {
  folder: string
  manifest: BackupManifest
}

/** The file that tells `bin/up` that its folder was restored. `bin/up` resumes waiting work, then removes the file. */
export const RESTORED = 'restored.json'

export interface Restored {
  backupOf: string
  restoredAt: string
  /** Messages handed over to Temporal since then are handed over again. */
  temporalAsOf: string
}

/** Makes the folder that `bin/up --data` starts from. */
export const restoreFolder = async (
  { folder, manifest }: Backup,
  { into, keys }: { into: string; keys: KeysFile },
): Promise<void> => {
  // Created beside its target, so bin/up never starts from an incomplete folder.
  const fresh = `${into}.restoring`
  await emptied(fresh)
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  await extractDatabase(folder, path.join(fresh, 'postgres', 'cluster'))
  await copyOut({ folder, manifest }, FILES, path.join(fresh, 'files'))
  if (manifest.hasTemporal) await place(path.join(folder, TEMPORAL), path.join(fresh, TEMPORAL))
  for (const [name, text] of Object.entries(keys.folder)) {
    await mkdir(path.join(fresh, path.dirname(name)), { recursive: true, mode: 0o700 })
    await writeFile(path.join(fresh, name), text, { mode: 0o600 })
  }
  const restored: Restored = {
    backupOf: manifest.finishedAt,
    restoredAt: new Date().toISOString(),
    temporalAsOf: manifest.temporalAsOf,
  }
  await writeFile(path.join(fresh, RESTORED), `${JSON.stringify(restored, null, 2)}\n`, {
    mode: 0o600,
  })
  if (existsSync(into)) await rmdir(into)
  await rename(fresh, into)
}

/** Makes the data folder of a PostgreSQL server, which is started on it afterwards. */
export const extractDatabase = async (folder: string, cluster: string): Promise<void> => {
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  const archive = path.join(folder, DATABASE.folder, DATABASE.archive)
  await promisify(execFile)('tar', ['-xzf', archive, '-C', cluster, '--no-same-owner'])
  // PostgreSQL refuses a folder that others may read, and files of another account.
  const { uid, gid, mode } = await lstat(cluster)
  if ((mode & 0o077) !== 0) await promisify(execFile)('chmod', ['700', cluster])
  if (process.getuid?.() !== 0) return
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true }))
    await lchown(path.join(entry.parentPath, entry.name), uid, gid)
}

/** Restores the files of a backup to FILES_LOCATION. */
export const restoreFiles = async (backup: Backup, location: string): Promise<void> => {
  if (!location.startsWith('s3:')) return copyOut(backup, FILES, location)
  const store = createFileStore(location)
  for (const { path: name } of filesIn(backup, FILES)) {
    const key = name.slice(FILES.length + 1)
    await store.putFile(key, path.resolve(backup.folder, name), 'application/octet-stream')
  }
}

/** Refuses a folder that is not empty, or renames it. Returns the new name, if any. */
export const claimFolder = async (
  target: string,
  { option, setAside }: { option: string; setAside: boolean },
): Promise<string | undefined> => {
  await assertNotRunning(target)
  if (!existsSync(target) || (await readdir(target)).length === 0) return undefined
  if (!setAside)
    throw new UsageError(
      `${target} is not empty. Name another folder with ${option}, or add --set-aside to keep its contents under another name.`,
    )
  const aside = `${target}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  await rename(target, aside)
  return aside
}

/** Refuses a store with files, because they could not be distinguished from those of the backup. */
export const claimStore = async (location: string): Promise<void> => {
  if ((await createFileStore(location).folders()).length > 0)
    throw new UsageError(`${location} contains files. Name an empty bucket with --files.`)
}

const assertNotRunning = async (target: string): Promise<void> => {
  for (const name of ['postmaster.pid', 'postgres/cluster/postmaster.pid']) {
    const file = path.join(target, name)
    if (!existsSync(file)) continue
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
    if (isAlive(pid))
      throw new UsageError(
        `PostgreSQL is running on ${target} (process ${pid}). Stop it, or stop bin/up. If that process is something else, remove ${file}.`,
      )
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const filesIn = ({ manifest }: Backup, folder: string) =>
  manifest.contents.filter((file) => file.path.startsWith(`${folder}/`))

const copyOut = async (backup: Backup, from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const { path: name } of filesIn(backup, from))
    await place(path.join(backup.folder, name), path.join(to, path.relative(from, name)))
}

const place = async (from: string, to: string): Promise<void> => {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  await copyFile(from, to)
}

/** Refuses a folder that an interrupted restore left. */
const emptied = async (folder: string): Promise<void> => {
  if (existsSync(folder))
    throw new UsageError(`${folder} was left by an interrupted restore. Remove it and try again.`)
}
