import path from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { PrivateDirectory } from './private-directory.ts'

/** Stores bytes under a key: `<folder>/<name>`. They can be reached only through the platform. */
export interface FileStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Streams content that does not fit into memory. With S3, an unknown length costs memory. */
  putStream(
    key: string,
    contents: Readable,
    options: { contentType: string; contentLength?: number },
  ): Promise<void>
  /** Stores a file of this machine. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  /** @throws {MissingFileError} */
  get(key: string): Promise<Uint8Array>
  /** @throws {MissingFileError} before anything is read. */
  stream(key: string): Promise<Readable>
  exists(key: string): Promise<boolean>
  /** Also succeeds if there is no such file. */
  remove(key: string): Promise<void>
  /** The top-level folders. */
  folders(): Promise<string[]>
  /** The files directly in a folder. */
  list(folder: string): AsyncIterable<StoredFile>
}

interface StoredFile {
  key: string
  /** When its last byte was written; undefined if it no longer exists. */
  modifiedAt: () => Promise<Date | undefined>
}

/** The store has no file with this key. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError'
}

/**
 * @param location A directory, or `s3://bucket?region=eu-central-1`, with `&endpoint=https://…` for
 * S3-compatible services. Credentials are found as the AWS SDK finds them: environment, profile, role.
 */
export const createFileStore = (location: string): FileStore => {
  let opened: Promise<Disk> | undefined
  const disk = () => (opened ??= openDisk(location))
  return {
    put: async (key, bytes, contentType) => (await disk()).put(key, bytes, { contentType }),
    putStream: async (key, contents, options) => (await disk()).putStream(key, contents, options),
    putFile: async (key, file, contentType) =>
      (await disk()).copyFromFs(file, key, { contentType }),
    get: async (key) => found((await disk()).getBytes(key)),
    stream: async (key) => found((await disk()).getStream(key)),
    exists: async (key) => (await disk()).exists(key),
    remove: async (key) => (await disk()).delete(key),
    folders: async () => {
      const names: string[] = []
      for await (const entry of entries(await disk(), '/'))
        if (entry.isDirectory) names.push(entry.prefix)
      return names
    },
    async *list(folder) {
      for await (const entry of entries(await disk(), folder)) {
        if (!entry.isFile) continue
        const modifiedAt = async () => {
          const data = await found(entry.getMetaData()).catch(unlessMissing)
          return data?.lastModified
        }
        yield { key: entry.key, modifiedAt }
      }
    },
  }
}

async function* entries(disk: Disk, folder: string) {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll(folder, { ...(paginationToken && { paginationToken }) })
    yield* page.objects
    paginationToken = page.paginationToken
  } while (paginationToken)
}

const found = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    if (!isMissing(error)) throw error
    throw new MissingFileError('The file is not in the store', { cause: error })
  })

const unlessMissing = (error: unknown): undefined => {
  if (!(error instanceof MissingFileError)) throw error
}

/** Detects a missing file on the file system and on S3; flydrive wraps both errors. */
const isMissing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, $metadata } = error as NodeJS.ErrnoException & {
    $metadata?: { httpStatusCode?: number }
  }
  return code === 'ENOENT' || $metadata?.httpStatusCode === 404 || isMissing(error.cause)
}

const nowhere = () =>
  Promise.reject(
    new Error('This process was not told where files are: open its platform with filesLocation'),
  )

/**
 * Used by a process without a configured location, because a file stored elsewhere would be lost, and a file to
 * remove would stay.
 */
export const NO_FILES: FileStore = {
  put: nowhere,
  putStream: nowhere,
  putFile: nowhere,
  get: nowhere,
  stream: nowhere,
  exists: nowhere,
  remove: nowhere,
  folders: nowhere,
  list: () => ({ [Symbol.asyncIterator]: () => ({ next: nowhere }) }),
}

const openDisk = async (location: string): Promise<Disk> => {
  if (!location.startsWith('s3:')) return new Disk(new PrivateDirectory(path.resolve(location)))
  const { hostname: bucket, searchParams } = new URL(location)
  const endpoint = searchParams.get('endpoint')
  const { PrivateBucket } = await import('./private-bucket.ts')
  return new Disk(
    new PrivateBucket(bucket, {
      region: searchParams.get('region') ?? 'us-east-1',
      ...(endpoint && { endpoint, forcePathStyle: true }),
    }),
  )
}
