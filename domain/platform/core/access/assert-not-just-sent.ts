import { DomainError } from '../errors/errors.ts'
import { MINUTE_MS, utc } from '../time/time.ts'

/**
 * Refuses to send something again within a minute, so that of several simultaneous calls only one sends.
 * @param sent the subject with its article: `An invitation`
 * @param sentAgainAt when it was last sent again; null if it was not
 */
export const assertNotJustSent = (
  sent: string,
  sentAgainAt: Date | null,
  { now, status }: { now: Date; status: string },
): void => {
  if (sentAgainAt === null || now.getTime() - sentAgainAt.getTime() >= MINUTE_MS) return
  throw new DomainError(
    'invalid_transition',
    `${sent} was sent at ${utc(sentAgainAt)}, less than a minute ago. Wait a minute before you send it again.`,
    { extra: { status, allowed: [] } },
  )
}
