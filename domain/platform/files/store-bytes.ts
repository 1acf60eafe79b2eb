import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { OutsideContext } from '../core/context/context.ts'
import { DomainError } from '../core/errors/errors.ts'
import { contentOf } from './content-of.ts'
import { newFileKey } from './new-file-key.ts'
import { MAX_FILE_BYTES, refuseFile } from './rules.ts'

/** A stream of uploaded bytes. */
export interface Upload {
  chunks: AsyncIterable<Uint8Array>
  /** The length that the sender declared, if any. */
  contentLength?: number
}

/** Stored bytes that have no record yet. */
export interface StoredBytes {
  sizeBytes: number
  sha256: string
  storageKey: string
  /** The actual type of the bytes; undefined if it is unknown. */
  contentType: string | undefined
  /** When storing began. The bytes must be recorded in time: see `assertStoredInTime`. */
  startedAt: Date
}

/** Stores bytes under a new key, unless they contain malware or `accept` refuses their type. */
export const storeBytes = async (
  ctx: OutsideContext,
  file: { tenantId: string; id: string; contentType: string },
  upload: Upload,
  accept: (found: string | undefined) => void,
): Promise<StoredBytes> => {
  const startedAt = ctx.platform.clock.now()
  const storageKey = newFileKey(file)
  try {
    const received = await receive(ctx, storageKey, upload, file.contentType)
    const contentType = await contentOf(() => ctx.platform.files.stream(storageKey))
    accept(contentType)
    await scan(ctx, storageKey)
    return { ...received, storageKey, contentType, startedAt }
  } catch (error) {
    await discardBytes(ctx, storageKey)
    throw error
  }
}

/** Removes bytes that will not be recorded. If that fails, `tidyFiles` tries again. */
export const discardBytes = ({ platform }: OutsideContext, key: string): Promise<void> =>
  platform.files.remove(key).catch(platform.effectFailed)

/** Stores the stream while counting and hashing the bytes. */
const receive = async (
  { platform }: OutsideContext,
  key: string,
  { chunks, contentLength }: Upload,
  contentType: string,
): Promise<{ sizeBytes: number; sha256: string }> => {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let refusal: unknown
  const measured = async function* () {
    try {
      for await (const chunk of chunks) {
        sizeBytes += chunk.byteLength
        if (sizeBytes > MAX_FILE_BYTES) throw tooLarge()
        hash.update(chunk)
        yield chunk
      }
      if (sizeBytes === 0) throw refuseFile('empty_file', 'is empty')
    } catch (error) {
      refusal = error
      throw error
    }
  }
  const contents = Readable.from(measured(), { objectMode: false })
  await platform.files
    .putStream(key, contents, { contentType, ...(contentLength && { contentLength }) })
    .catch((cause: unknown) => {
      throw refusal ?? notStored(cause)
    })
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** Scans the bytes as they are stored, because these are what people download. */
const scan = async ({ platform }: OutsideContext, key: string) => {
  const stored = await platform.files.stream(key)
  try {
    const found = await platform.scanner.scan(stored)
    if (found) throw refuseFile('malware', `contains ${found.finding}`)
  } finally {
    stored.destroy()
  }
}

const tooLarge = () =>
  new DomainError(
    'payload_too_large',
    `The file is larger than ${MAX_FILE_BYTES} bytes. Send a smaller file.`,
  )

const notStored = (cause: unknown) =>
  new DomainError('service_unavailable', 'The file store is not reachable. Send the file again.', {
    retryAfterSeconds: 30,
    cause,
  })
