import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { MissingFileError, type FileStore } from '../files/file-store.ts'
import { writeMeasured, type MeasuredFile } from '../files/measured-file.ts'

/**
 * Copies the files of a store into a folder. Called before the database is copied and again after it,
 * it has every file that a record of the copied database names: files are written before their records,
 * and a second call copies what has come or was still being written.
 */
export class FileCopy {
  readonly #store: FileStore
  readonly #folder: string
  readonly #prefix: string
  readonly #copied = new Map<string, { file: MeasuredFile; at: number }>()

  /** @param prefix Of the paths in the list, where the folder is one of several. */
  constructor(store: FileStore, folder: string, prefix: string) {
    this.#store = store
    this.#folder = folder
    this.#prefix = prefix
  }

  /** What has been copied, by path. */
  get files(): MeasuredFile[] {
    return [...this.#copied.values()].map(({ file }) => file)
  }

  async run(): Promise<void> {
    for (const folder of await this.#store.folders()) {
      for await (const { key, modifiedAt } of this.#store.list(folder)) {
        const before = this.#copied.get(key)
        if (before && ((await modifiedAt())?.getTime() ?? 0) < before.at - CLOCKS_MS) continue
        await this.#copy(key)
      }
    }
  }

  async #copy(key: string): Promise<void> {
    const at = Date.now()
    const target = path.join(this.#folder, key)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    const next = `${key}.next`
    try {
      const contents = await this.#store.stream(key)
      const written = await writeMeasured(this.#folder, next, contents)
      await rename(path.join(this.#folder, next), target)
      this.#copied.set(key, { file: { ...written, path: `${this.#prefix}/${key}` }, at })
    } catch (error) {
      if (!(error instanceof MissingFileError)) throw error
      // Removed meanwhile: no record names it any more. A copy that was made before stays.
      await rm(path.join(this.#folder, next), { force: true })
    }
  }
}

/** A store's clock may be behind ours by so much, and S3 counts in seconds. */
const CLOCKS_MS = 5_000
