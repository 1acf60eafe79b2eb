import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportedFile } from './rules.ts'

/** Writes a file of an export as its contents come, and says what was written. */
export const writeFile = async (
  folder: string,
  name: string,
  contents: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<ExportedFile> => {
  const hash = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const file = path.join(folder, name)
  await pipeline(
    Readable.from(contents, { objectMode: false }),
    measured,
    createWriteStream(file, { mode: 0o600, flags: 'wx' }),
  )
  return { path: name, bytes, sha256: hash.digest('hex') }
}
