import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../failure.ts'

const FORMAT = 'therapy-keys/1'

/** What a backup is read and started with. It is kept apart from the backup. */
export interface KeysFile {
  format: typeof FORMAT
  encryptionKeys: string
  /** Files of a folder that bin/up runs, by their paths in it. */
  folder: Record<string, string>
}

/** The password of PostgreSQL's superuser, those of the two roles, the keys, and the demo centre's API key. */
const FOLDER_FILES = [
  'postgres/password',
  'secrets/app-password',
  'secrets/system-password',
  'secrets/encryption-keys',
  'credentials.json',
]

/** @param folder That bin/up runs; undefined elsewhere, where keys come from the environment. */
export const collectKeys = async (
  encryptionKeys: string,
  folder: string | undefined,
): Promise<KeysFile> => {
  const files: Record<string, string> = {}
  for (const name of folder ? FOLDER_FILES : []) {
    const file = path.join(folder!, name)
    if (existsSync(file)) files[name] = await readFile(file, 'utf8')
  }
  return { format: FORMAT, encryptionKeys, folder: files }
}

export const writeKeys = async (file: string, keys: KeysFile): Promise<void> => {
  try {
    await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // The same keys as at an earlier backup are left as they are; others never replace them.
    const kept = await readKeys(file)
    if (kept.encryptionKeys !== keys.encryptionKeys)
      throw new UsageError(
        `${file} holds other encryption keys, which earlier backups may need. Name another file with --keys.`,
      )
  }
}

export const readKeys = async (file: string): Promise<KeysFile> => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new UsageError(
      `${file} cannot be read. Name the file that \`therapy backup --keys\` wrote.`,
    )
  const keys = asJson(text) as Partial<KeysFile> | undefined
  if (keys?.format === FORMAT) return keys as KeysFile
  throw new UsageError(
    `${file} holds no keys (${FORMAT}). Name the file that \`therapy backup --keys\` wrote.`,
  )
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
