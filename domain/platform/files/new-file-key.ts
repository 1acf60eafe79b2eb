import { DomainError } from '../core/errors/errors.ts'
import { MINUTE_MS } from '../core/time/time.ts'
import { randomToken } from '../identity/secrets.ts'

/** Creates a file key for a record. Simultaneous uploads never share a key. */
export const newFileKey = ({ tenantId, id }: { tenantId: string; id: string }): string =>
  `${tenantId}/${id}.${randomToken()}`

/** The maximum time from the first stored byte to the commit of its key. */
export const LONGEST_STORE_MS = 30 * MINUTE_MS

/** Refuses to record a key whose file may already count as abandoned (`tidyFiles`). */
export const assertStoredInTime = (startedAt: Date, now: Date): void => {
  if (now.getTime() - startedAt.getTime() > LONGEST_STORE_MS)
    throw new DomainError('upload_too_slow', 'Storing the file took too long. Send it again.')
}
