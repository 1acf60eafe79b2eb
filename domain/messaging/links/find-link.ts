import { DomainError } from '#platform/core/errors/errors.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { hashSecret } from '#platform/identity/secrets.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import type { Link } from './link-purpose.ts'

/** The link of a token, of whatever tenant: who follows one does not say. */
export const findLink = async (platform: Platform, token: string): Promise<Link> => {
  const [link] = await systemSql(platform)<Link>(FIND, [hashSecret(token)])
  if (link) return link
  throw new DomainError('not_found', 'No such link. Check that it was copied whole.')
}

/** Of a form, what was saved before is no answer: that is what is submitted. */
export const LINK_USED = 'This link was answered already. It takes one answer.'

/** Refuses a link that was used or has expired. */
export const assertOpen = ({ usedAt, expiresAt }: Link, now: Date): void => {
  if (usedAt) throw new DomainError('link_used', LINK_USED)
  if (expiresAt <= now)
    throw new DomainError('link_expired', 'This link has expired. Ask the centre for a new one.')
}

const FIND = {
  name: 'find_link',
  text: `SELECT tenant_id AS "tenantId", id, purpose, subject_type AS "subjectType", subject_id AS "subjectId",
           recipient_id AS "recipientId", language, expires_at AS "expiresAt", used_at AS "usedAt"
         FROM one_time_links WHERE token_hash = $1`,
}
