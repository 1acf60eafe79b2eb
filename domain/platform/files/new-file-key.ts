import { DomainError } from '../core/errors/errors.ts'
import { MINUTE_MS } from '../core/time/time.ts'
import { randomToken } from '../identity/secrets.ts'

/** A fresh key for a file of a record: bytes of two uploads at once never meet under one key. */
export const newFileKey = ({ tenantId, id }: { tenantId: string; id: string }): string =>
  `${tenantId}/${id}.${randomToken()}`

/** From the first byte that is stored to the commit that names its key. */
export const LONGEST_STORE_MS = 30 * MINUTE_MS

/** Refuses to name a key that may have been taken for an abandoned one (`tidyFiles`). */
export const assertStoredInTime = (startedAt: Date, now: Date): void => {
  if (now.getTime() - startedAt.getTime() > LONGEST_STORE_MS)
    throw new DomainError('upload_too_slow', 'Storing the file took too long. Send it again.')
}
