import type { OutsideContext } from '#platform/core/context/context.ts'
import { isRefusal } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assertStoredInTime } from '#platform/files/new-file-key.ts'
import { refuseFile } from '#platform/files/rules.ts'
import { discardBytes, storeBytes, type Upload } from '#platform/files/store-bytes.ts'

/** Facts that are recorded once the bytes are stored. */
interface Stored {
  sizeBytes: number
  sha256: string
  storageKey: string
  uploadedAt: Date
}

/**
 * Stores the bytes of a file under a new key, after checking them against the announcement and for malware. No
 * record refers to them yet: `stored` is meant for the transaction that records them.
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
 * Stores the bytes of a file. `record` then saves their key in its transaction, so that of simultaneous uploads
 * the recorded bytes are the ones that were hashed. Refused bytes are removed.
 */
export const keepBytes = async <Shown>(
  ctx: OutsideContext,
  file: { tenantId: string; id: string; contentType: string },
  upload: Upload,
  record: (stored: (tx: Transaction) => Stored) => Promise<Shown>,
): Promise<Shown> => {
  const { stored, discard } = await storeAnnounced(ctx, file, upload)
  return record(stored).catch(async (error: unknown) => {
    // If the result of COMMIT is unknown, the record may refer to these bytes, so `tidyFiles` decides later.
    if (isRefusal(error)) await discard()
    throw error
  })
}

/** Refuses bytes that do not match the announced type. The file name is not considered. */
const assertAnnounced = (announced: string) => (found: string | undefined) => {
  if (found === announced) return
  throw refuseFile('content_mismatch', `is ${found ?? 'of an unknown type'}, not ${announced}`)
}
