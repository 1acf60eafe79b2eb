import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file that was written: its path in a folder, its size and its hash. */
export interface MeasuredFile {
  path: string
  bytes: number
  sha256: string
}

type Contents = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** Writes a new file as its contents arrive, readable only by its owner. Returns its measurements. */
export const writeMeasured = async (
  folder: string,
  name: string,
  contents: Contents,
  { through = [] }: { through?: readonly Transform[] } = {},
): Promise<MeasuredFile> => {
  const hash = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const file = createWriteStream(path.join(folder, name), { mode: 0o600, flags: 'wx', flush: true })
  await pipeline([Readable.from(contents, { objectMode: false }), ...through, measured, file])
  return { path: name, bytes, sha256: hash.digest('hex') }
}

/** Measures a file. */
export const measure = async (
  folder: string,
  name: string,
  onChunk: (chunk: Buffer) => void = () => undefined,
): Promise<MeasuredFile> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path.join(folder, name)) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    onChunk(chunk)
  }
  return { path: name, bytes, sha256: hash.digest('hex') }
}

/** Describes in one sentence how a file differs from what was written; undefined if it is unchanged. */
export const problemOf = async (
  folder: string,
  { path: name, bytes, sha256 }: MeasuredFile,
  onChunk?: (chunk: Buffer) => void,
): Promise<string | undefined> => {
  try {
    const found = await measure(folder, name, onChunk)
    if (found.bytes !== bytes) return `${name} has ${found.bytes} bytes instead of ${bytes}.`
    if (found.sha256 !== sha256) return `${name} was altered: its SHA-256 differs.`
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return `${name} is missing.`
  }
}
