import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../failure.ts'

const FORMAT = 'therapy-keys/1'

/** The secrets needed to read and start a backup. They are kept apart from it. */
export interface KeysFile {
  format: typeof FORMAT
  encryptionKeys: string
  /** Files of a bin/up folder, keyed by path. */
  folder: Record<string, string>
}

/** The passwords of PostgreSQL's superuser and the two roles, the keys, and the demo centre's API key. */
const FOLDER_FILES = [
  'postgres/password',
  'secrets/app-password',
  'secrets/system-password',
  'secrets/encryption-keys',
  'credentials.json',
]

/** @param folder the folder of bin/up; undefined elsewhere, where the keys come from the environment. */
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
    // If the file has the same keys, it is kept. Different keys never replace it.
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
