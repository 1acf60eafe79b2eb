import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { MissingFileError, type FileStore } from '../files/file-store.ts'
import { writeMeasured, type MeasuredFile } from '../files/measured-file.ts'

/**
 * Copies the files of a store into a folder. It is called before and after the database is copied, so that it
 * has every file that the copied records refer to: files are written before their records, and the second call
 * copies files that are new or were still being written.
 */
export class FileCopy {
  readonly #store: FileStore
  readonly #folder: string
  readonly #prefix: string
  readonly #copied = new Map<string, { file: MeasuredFile; at: number }>()

  /** @param prefix a prefix of the listed paths, if the folder is one of several. */
  constructor(store: FileStore, folder: string, prefix: string) {
    this.#store = store
    this.#folder = folder
    this.#prefix = prefix
  }

  /** The files copied so far, keyed by path. */
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
      // The file was removed meanwhile, so no record refers to it any more. An earlier copy is kept.
      await rm(path.join(this.#folder, next), { force: true })
    }
  }
}

/** A store's clock may be this far behind ours, and S3 has a precision of seconds. */
const CLOCKS_MS = 5_000
