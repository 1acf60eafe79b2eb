import { DomainError } from '#platform/core/errors/errors.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { hashSecret, matchesHash } from '#platform/identity/secrets.ts'
import { systemSql } from '#platform/identity/system-sql.ts'

import type { LinkPurpose } from './create-sign-in-link.ts'

/** A sign-in link that is being used. */
export interface SignInLink {
  tenantId: string
  id: string
  purpose: LinkPurpose
  userId: string
  userName: string
  centre: string
  browserHash: string | null
  expiresAt: Date
  usedAt: Date | null
  /** The session to renew, if the link does not start a new one. */
  sessionId: string | null
}

/** The link of a token, in any centre. Viewing a link does not use it, because mail scanners view links too. */
export const findSignInLink = async (platform: Platform, token: string): Promise<SignInLink> => {
  const [link] = await systemSql(platform)<SignInLink>(FIND, [hashSecret(token)])
  if (link) return link
  throw new DomainError(
    'not_found',
    'This link does not exist. Check that you copied the whole link.',
  )
}

/** Refuses a link that has been used, has expired, or was requested by another browser. */
export const assertUsable = (
  { usedAt, expiresAt, browserHash }: SignInLink,
  { now, browserSecret }: { now: Date; browserSecret: string | undefined },
): void => {
  if (usedAt)
    throw new DomainError(
      'link_used',
      'This link has already been used. Request a new link to sign in.',
    )
  if (expiresAt <= now)
    throw new DomainError('link_expired', 'This link has expired. Request a new one to sign in.')
  if (browserHash !== null && !(browserSecret && matchesHash(browserSecret, browserHash)))
    throw new DomainError(
      'other_browser',
      'This link was requested in another browser. Open it there, or request a new link in this browser.',
    )
}

const FIND = {
  name: 'find_sign_in_link',
  text: `SELECT l.tenant_id AS "tenantId", l.id, l.purpose, l.user_id AS "userId", u.name AS "userName", t.name AS centre,
      l.browser_hash AS "browserHash", l.expires_at AS "expiresAt", l.used_at AS "usedAt", l.session_id AS "sessionId"
    FROM sign_in_links l JOIN users u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
      JOIN tenants t ON t.tenant_id = l.tenant_id
    WHERE l.token_hash = $1`,
}
