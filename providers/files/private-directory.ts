import { createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FSDriver } from 'flydrive/drivers/fs'

/**
 * flydrive's driver for a directory. It sets permissions that flydrive leaves to the process's umask: 0700 for
 * folders, 0600 for files. A file is flushed to disk before a record can refer to it.
 */
export class PrivateDirectory extends FSDriver {
  readonly #root: string

  constructor(root: string) {
    super({ location: root, visibility: 'private' })
    this.#root = root
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    return this.putStream(key, Readable.from([contents]))
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    const file = path.join(this.#root, key)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(contents, createWriteStream(file, { mode: 0o600, flush: true }))
  }

  /** Rejects if the file is missing; a stream would fail after the response has begun. */
  override async getStream(key: string): Promise<Readable> {
    const file = await open(path.join(this.#root, key))
    return file.createReadStream()
  }
}
