import path from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where bytes are kept, by key. Nobody reaches them but through us. */
export interface FileStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  get(key: string): Promise<Uint8Array>
  /** What does not fit into memory: from a file of this machine, and as it comes. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  stream(key: string): Promise<Readable>
  remove(key: string): Promise<void>
}

/**
 * @param location A directory, or `s3://bucket?region=eu-central-1` with `&endpoint=https://…` for what is
 *   compatible with S3. Credentials are found as the AWS SDK finds them: environment, profile, role.
 */
export const createFileStore = (location: string): FileStore => {
  let opened: Promise<Disk> | undefined
  const disk = () => (opened ??= openDisk(location))
  return {
    put: async (key, bytes, contentType) => (await disk()).put(key, bytes, { contentType }),
    get: async (key) => (await disk()).getBytes(key),
    putFile: async (key, file, contentType) =>
      (await disk()).copyFromFs(file, key, { contentType }),
    stream: async (key) => (await disk()).getStream(key),
    remove: async (key) => (await disk()).delete(key),
  }
}

const nowhere = () =>
  Promise.reject(
    new Error('This process was not told where files are: open its platform with filesLocation'),
  )

/** Of a process that was not told: a file kept elsewhere than others look is lost, and one to be removed stays. */
export const NO_FILES: FileStore = {
  put: nowhere,
  get: nowhere,
  putFile: nowhere,
  stream: nowhere,
  remove: nowhere,
}

const openDisk = async (location: string): Promise<Disk> => {
  if (!location.startsWith('s3:'))
    return new Disk(new FSDriver({ location: path.resolve(location), visibility: 'private' }))
  const { hostname: bucket, searchParams } = new URL(location)
  const endpoint = searchParams.get('endpoint')
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      bucket,
      region: searchParams.get('region') ?? 'us-east-1',
      ...(endpoint && { endpoint, forcePathStyle: true }),
      supportsACL: false,
      visibility: 'private',
    }),
  )
}
