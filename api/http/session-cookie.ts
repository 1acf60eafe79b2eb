import { timingSafeEqual } from 'node:crypto'
import { generateCookie, getCookie } from 'hono/cookie'
import { DomainError } from '#platform/core/errors/errors.ts'
import { csrfTokenOf } from '#platform/identity/sessions.ts'
import { isDelegatedKey } from '#platform/identity/secrets.ts'
import type { SignedIn } from '#platform/identity/create-identity.ts'
import type { Services } from '../services.ts'
import type { HttpContext } from './http-context.ts'

/**
 * The cookies for sessions. With https, their names start with `__Host-`, so that browsers prevent other hosts,
 * paths and plain http from setting them (RFC 6265bis §4.1.3.2).
 */
type CookieName = 'therapy_session' | 'therapy_browser' | 'therapy_return'

type Where = Pick<Services, 'publicUrl'>

const isSecure = ({ publicUrl }: Where): boolean => publicUrl.startsWith('https:')

const nameOf = (where: Where, name: CookieName) => (isSecure(where) ? `__Host-${name}` : name)

export const readCookie = (where: Where, c: HttpContext, name: CookieName): string | undefined =>
  getCookie(c, nameOf(where, name))

/** Sets a cookie on the response. An expiry in the past removes it. */
export const setCookie = (
  where: Where,
  c: HttpContext,
  name: CookieName,
  { value, expires }: { value: string; expires: Date },
): void => {
  const cookie = generateCookie(nameOf(where, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(where),
    expires,
  })
  c.set('cookies', { ...c.get('cookies'), [name]: cookie })
}

/** The person of the browser's session, if there is one. Rotates the token if it is time. */
export const recognizeSession = async (
  services: Services,
  c: HttpContext,
  serves?: { factor: true },
): Promise<SignedIn | undefined> => {
  const token = readCookie(services, c, 'therapy_session')
  if (!token || isDelegatedKey(token)) return undefined
  const caller = await services.identity.authenticateSession(token, serves)
  const { renewedToken, expiresAt: expires } = caller.session
  if (renewedToken !== undefined)
    setCookie(services, c, 'therapy_session', { value: renewedToken, expires })
  return caller
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a request that changes something and comes from another origin. Browsers send Sec-Fetch-Site, which
 * no page can forge. On a page without referrer, the Origin of a form is `null`.
 */
export const assertSameOrigin = ({ publicUrl }: Where, c: HttpContext): void => {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const isOwn =
    site === undefined
      ? origin === undefined || origin === new URL(publicUrl).origin
      : site === 'same-origin' || site === 'none'
  if (!isOwn)
    throw new DomainError(
      'cross_site_request',
      `Pages of other sites cannot make this request. Use the platform at ${publicUrl}.`,
    )
}

/** Whether a value is the token that only pages of this origin can read. */
export const isCsrfToken = (
  { platform }: Pick<Services, 'platform'>,
  sessionId: string,
  value: string,
): boolean => {
  const expected = Buffer.from(csrfTokenOf(platform, sessionId))
  const given = Buffer.from(value)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Refuses a request without the token that only pages of this origin can read. */
export const assertOwnPage = (services: Services, c: HttpContext, sessionId: string): void => {
  if (SAFE_METHODS.has(c.req.method)) return
  assertSameOrigin(services, c)
  if (isCsrfToken(services, sessionId, c.req.header('x-csrf-token') ?? '')) return
  throw new DomainError(
    'cross_site_request',
    'The X-CSRF-Token header is missing or wrong. Send the token that GET /v1/me returns, from a page of this origin.',
  )
}
