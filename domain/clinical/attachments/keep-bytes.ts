import type { OutsideContext } from '#platform/core/context/context.ts'
import { isRefusal } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assertStoredInTime } from '#platform/files/new-file-key.ts'
import { refuseFile } from '#platform/files/rules.ts'
import { discardBytes, storeBytes, type Upload } from '#platform/files/store-bytes.ts'

/** What the record of a file says once its bytes are stored. */
interface Stored {
  sizeBytes: number
  sha256: string
  storageKey: string
  uploadedAt: Date
}

/**
 * Stores the bytes of a file under a fresh key, if they are what was announced and nothing was found in
 * them. No record names them yet: `stored` is what one says of them, in its transaction.
 */
export const storeAnnounced = async (
  ctx: OutsideContext,
  file: { tenantId: string; id: string; contentType: string },
  upload: Upload,
): Promise<{ stored: (tx: Transaction) => Stored; discard: () => Promise<void> }> => {
  const { startedAt, sizeBytes, sha256, storageKey } = await storeBytes(
    ctx,
    file,
    upload,
    assertAnnounced(file.contentType),
  )
  return {
    stored: ({ now }) => {
      assertStoredInTime(startedAt, now)
      return { sizeBytes, sha256, storageKey, uploadedAt: now }
    },
    discard: () => discardBytes(ctx, storageKey),
  }
}

/**
 * Stores the bytes of a file. `record` then names their key in its transaction, so that of several uploads the recorded
 * bytes are the ones that were hashed; bytes that it refuses go again.
 */
export const keepBytes = async <Shown>(
  ctx: OutsideContext,
  file: { tenantId: string; id: string; contentType: string },
  upload: Upload,
  record: (stored: (tx: Transaction) => Stored) => Promise<Shown>,
): Promise<Shown> => {
  const { stored, discard } = await storeAnnounced(ctx, file, upload)
  return record(stored).catch(async (error: unknown) => {
    // Without an answer to COMMIT the record may name these bytes: `tidyFiles` finds out.
    if (isRefusal(error)) await discard()
    throw error
  })
}

/** Refuses bytes that are not of the type that was announced, whatever they are called. */
const assertAnnounced = (announced: string) => (found: string | undefined) => {
  if (found === announced) return
  throw refuseFile('content_mismatch', `is ${found ?? 'of an unknown type'}, not ${announced}`)
}
