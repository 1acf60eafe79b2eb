import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { OutsideContext } from '#platform/core/context.ts'
import { DomainError, isPermanent } from '#platform/core/errors.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { assertStoredInTime, newFileKey } from '#platform/files/new-file-key.ts'
import { assertContent } from './assert-content.ts'
import { MAX_FILE_BYTES, refuseFile } from './rules.ts'

/** The bytes of an upload as they come. */
export interface Upload {
  chunks: AsyncIterable<Uint8Array>
  /** Where the sender said it. */
  contentLength?: number
}

/** What the record of a file says once its bytes are stored. */
interface Stored {
  sizeBytes: number
  sha256: string
  storageKey: string
  uploadedAt: Date
}

/**
 * Stores the bytes of a file under a fresh key, if they are what was announced and nothing was found in
 * them. `record` then names the key in its transaction, so that of several uploads the recorded bytes are
 * the ones that were hashed; bytes that it refuses go again.
 */
export const keepBytes = async <Shown>(
  ctx: OutsideContext,
  file: { tenantId: string; id: string; contentType: string },
  upload: Upload,
  record: (stored: (tx: Transaction) => Stored) => Promise<Shown>,
): Promise<Shown> => {
  const startedAt = ctx.platform.clock.now()
  const storageKey = newFileKey(file)
  const facts = await orRemove(ctx, storageKey, async () => {
    const received = await receive(ctx, storageKey, upload, file.contentType)
    await inspect(ctx, storageKey, file.contentType)
    return received
  })
  const recorded = record(({ now }) => {
    assertStoredInTime(startedAt, now)
    return { ...facts, storageKey, uploadedAt: now }
  })
  return recorded.catch(async (error: unknown) => {
    // Without an answer to COMMIT the record may name these bytes: `tidyFiles` finds out.
    if (error instanceof DomainError && isPermanent(error)) await discard(ctx, storageKey)
    throw error
  })
}

const orRemove = async <T>(
  ctx: OutsideContext,
  key: string,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    await discard(ctx, key)
    throw error
  }
}

/** What cannot be removed now is removed by `tidyFiles`. */
const discard = ({ platform }: OutsideContext, key: string): Promise<void> =>
  platform.files.remove(key).catch(platform.effectFailed)

/** Writes the bytes as they come, and counts and hashes them on the way. */
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

/** Looks at what was stored: that is what will be downloaded. */
const inspect = async ({ platform }: OutsideContext, key: string, contentType: string) => {
  await assertContent(() => platform.files.stream(key), contentType)
  const stored = await platform.files.stream(key)
  try {
    const found = await platform.scanner.scan(stored)
    if (found) throw refuseFile('malware', `has ${found.finding} in it`)
  } finally {
    stored.destroy()
  }
}

const tooLarge = () =>
  new DomainError(
    'payload_too_large',
    `The file is larger than ${MAX_FILE_BYTES} bytes. Send a smaller one.`,
  )

const notStored = (cause: unknown) =>
  new DomainError('service_unavailable', 'The file store is not reachable. Send the file again.', {
    retryAfterSeconds: 30,
    cause,
  })
