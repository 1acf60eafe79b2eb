import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { UsageError } from './failure.ts'

/** Delegated keys of `therapy login`, keyed by platform URL. Only their owner can read the file. */
const KeptKeys = z.object({
  /** The platform that the last login used. */
  current: z.string().optional(),
  keys: z.record(z.string(), z.object({ token: z.string(), expiresAt: z.string() })),
})
type KeptKeys = z.infer<typeof KeptKeys>

export interface KeptKey {
  url: string
  token: string
  expiresAt: string
}

/** `$XDG_CONFIG_HOME/therapy-care/keys.json`, or the same file under `~/.config`. */
const fileOf = (): string =>
  path.join(
    process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'),
    'therapy-care',
    'keys.json',
  )

const load = async (): Promise<KeptKeys> => {
  const text = await readFile(fileOf(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"keys":{}}'
    throw error
  })
  const parsed = KeptKeys.safeParse(parse(text))
  if (parsed.success) return parsed.data
  throw new UsageError(`${fileOf()} cannot be read. Delete it, and log in again.`)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const save = async (kept: KeptKeys): Promise<void> => {
  const file = fileOf()
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}`
  await writeFile(next, JSON.stringify(kept, null, 2), { mode: 0o600 })
  await rename(next, file)
}

/** The key for a platform; by default the one of the last login. */
export const keptKey = async (url?: string): Promise<KeptKey> => {
  const { current, keys } = await load()
  const wanted = url === undefined ? current : originOf(url)
  const key = wanted === undefined ? undefined : keys[wanted]
  if (wanted !== undefined && key) return { url: wanted, ...key }
  throw new UsageError('Nobody is logged in. Run `therapy login` first.')
}

export const keepKey = async ({ url, ...key }: KeptKey): Promise<void> => {
  const { keys } = await load()
  await save({ current: url, keys: { ...keys, [url]: key } })
}

export const dropKey = async (url: string): Promise<void> => {
  const { current, keys } = await load()
  const { [url]: _, ...others } = keys
  await save({ keys: others, ...(current !== url && { current }) })
}

export const originOf = (url: string): string => {
  if (!URL.canParse(url)) throw new UsageError(`--url: ${url} is not a URL.`)
  return new URL(url).origin
}
