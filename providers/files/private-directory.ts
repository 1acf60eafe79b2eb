import { createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FSDriver } from 'flydrive/drivers/fs'

/**
 * flydrive's driver for a directory, with what it leaves to the process's umask: folders are 0700,
 * files 0600. A file is flushed to the disk before a record can name it.
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

  /** Rejects when the file is missing, where a stream would fail after the answer has begun. */
  override async getStream(key: string): Promise<Readable> {
    const file = await open(path.join(this.#root, key))
    return file.createReadStream()
  }
}
