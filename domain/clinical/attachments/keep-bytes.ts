import type { OutsideContext } from '#platform/core/context.ts'
import { DomainError, isPermanent } from '#platform/core/errors.ts'
import type { Transaction } from '#platform/core/transaction.ts'
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
 * them. `record` then names the key in its transaction, so that of several uploads the recorded bytes are
 * the ones that were hashed; bytes that it refuses go again.
 */
export const keepBytes = async <Shown>(
  ctx: OutsideContext,
  file: { tenantId: string; id: string; contentType: string },
  upload: Upload,
  record: (stored: (tx: Transaction) => Stored) => Promise<Shown>,
): Promise<Shown> => {
  const { startedAt, sizeBytes, sha256, storageKey } = await storeBytes(
    ctx,
    file,
    upload,
    assertAnnounced(file.contentType),
  )
  const recorded = record(({ now }) => {
    assertStoredInTime(startedAt, now)
    return { sizeBytes, sha256, storageKey, uploadedAt: now }
  })
  return recorded.catch(async (error: unknown) => {
    // Without an answer to COMMIT the record may name these bytes: `tidyFiles` finds out.
    if (error instanceof DomainError && isPermanent(error)) await discardBytes(ctx, storageKey)
    throw error
  })
}

/** Refuses bytes that are not of the type that was announced, whatever they are called. */
const assertAnnounced = (announced: string) => (found: string | undefined) => {
  if (found === announced) return
  throw refuseFile('content_mismatch', `is ${found ?? 'of an unknown type'}, not ${announced}`)
}
