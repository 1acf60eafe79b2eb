import { DomainError } from '#platform/core/errors/errors.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { hashSecret } from '#platform/identity/secrets.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import type { Link } from './link-purpose.ts'

/** Finds the link of a token in any tenant, because the visitor does not say which. */
export const findLink = async (platform: Platform, token: string): Promise<Link> => {
  const [link] = await systemSql(platform)<Link>(FIND, [hashSecret(token)])
  if (link) return link
  throw new DomainError(
    'not_found',
    'This link does not exist. Check that you copied the whole link.',
  )
}

/** For a form, a submission is the answer; saving a draft does not use the link. */
export const LINK_USED = 'This link has already been used. It accepts only one answer.'

/** Refuses a link that has been used or has expired. */
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
