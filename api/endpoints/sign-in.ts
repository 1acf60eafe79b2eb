import { setTimeout } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import { email as emailAddress } from '#platform/core/contact/contact.ts'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { invalid, type DomainError } from '#platform/core/errors/errors.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import { CallerChanged } from '#platform/identity/confirmation.ts'
import type { SignedIn } from '#platform/identity/create-identity.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { randomToken } from '#platform/identity/secrets.ts'
import { csrfTokenOf } from '#platform/identity/sessions.ts'
import { assertUsable, findSignInLink, type SignInLink } from '#staff/sign-in/find-sign-in-link.ts'
import { findOfferedConnection } from '#staff/sso-connections/find-offered-connection.ts'
import { requestSignIn } from '#staff/sign-in/request-sign-in.ts'
import { signInByLink } from '#staff/sign-in/sign-in-by-link.ts'
import { findStepUpWays } from '#staff/step-up/find-step-up-ways.ts'
import { findProviderSignOut } from '#staff/sso-sign-ins/find-provider-sign-out.ts'
import { revokeUserSession } from '#staff/user-sessions/revoke-user-session.ts'
import type { Device, StartedSession } from '#staff/user-sessions/start-session.ts'
import { getMe } from '#staff/users/get-me.ts'
import type { HttpContext } from '../http/http-context.ts'
import { contextOf, record, refuse, send, wantsPage } from '../http/call.ts'
import { count, lookUp, siteKey, siteOfCaller } from '../http/count.ts'
import { asDomainError } from '../http/problem.ts'
import {
  assertSameOrigin,
  readCookie,
  recognizeSession,
  setCookie,
} from '../http/session-cookie.ts'
import type { Services } from '../services.ts'
import { languageOf } from './language-of.ts'
import { readParameters } from './oauth-request.ts'
import { CREDENTIALS, type Serve } from './public-route.ts'
import { factorPage } from './passkeys-page.ts'
import { PLAIN_PAGE_POLICY, type Localized } from './plain-page.ts'
import {
  askForEmailPage,
  confirmPage,
  linkSentPage,
  signedInPage,
  signedOutPage,
  signInRefusedPage,
  type OpenSession,
} from './sign-in-page.ts'

/** The minimum duration of a request for a link, in milliseconds, so that timing does not reveal accounts. */
const ASKING_TAKES_MS = 500
/** The number of links per network site and minute: for one address, and in total. */
const LINKS_PER_MINUTE = { address: 3, site: 20 }
/**
 * The same number of days as sessions are kept (`userSessions` of RETENTION), because browsers are recognized
 * by their sessions.
 */
const BROWSER_DAYS = 90

/** The page for people, or the response for programs. Signed-in people are not asked again. */
export const showSignIn: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const caller = await callerOf(services, c, { factor: true })
    if (!caller) return sendPage(c, 200, askForEmailPage())
    const person = asPerson(ctx, caller)
    if (caller.session.awaitsFactor)
      return sendPage(c, 200, factorPage(await findStepUpWays(person, sessionOf(caller))))
    const entryId = readCookie(services, c, 'therapy_return')
    if (entryId !== undefined) return returnToWorklist(services, c, entryId)
    const { name, email, organization } = await getMe(person)
    return sendPage(c, 200, signedInPage({ name, email: email!, centre: organization.name }))
  })

/** In the cookie that leads back to the worklist: all of it instead of one entry. */
export const EVERYTHING = '-'

/** Leads back to the entry of the worklist that the person opened before signing in. */
const returnToWorklist = (services: Services, c: HttpContext, entryId: string): Response => {
  setCookie(services, c, 'therapy_return', { value: '', expires: new Date(0) })
  const query = entryId === EVERYTHING ? '' : `?entry=${encodeURIComponent(entryId)}`
  return send(c, 303, '', { Location: `/worklist${query}` })
}

export const requestLink: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    assertSameOrigin(services, c)
    const email = (await readParameters(c.req.raw)).get('email')?.trim() ?? ''
    if (!emailAddress().safeParse(email).success)
      throw invalid('email', 'invalid_format', 'email must be an e-mail address.')
    const key = createHash('sha256').update(email.toLowerCase()).digest('base64url')
    await count(
      services,
      c,
      { key: siteKey(`sign-in-email:${key}`, c), limit: LINKS_PER_MINUTE.address },
      { key: siteKey('sign-in', c), limit: LINKS_PER_MINUTE.site },
    )
    const { value, expires } = browserSecret(services, c)
    const request = { email, browserSecret: value, askedFrom: siteOfCaller(c) }
    const [offered] = await Promise.all([
      findOfferedConnection(services.platform, email),
      requestSignIn(ctx, request),
      setTimeout(ASKING_TAKES_MS),
    ])
    services.wakeRelay()
    setCookie(services, c, 'therapy_browser', { value, expires })
    await record(services, ctx, { outcome: 'ALLOWED', httpStatus: 202 })
    return wantsPage(c)
      ? sendPage(c, 202, linkSentPage(email, offered))
      : sendJson(c, 202, {
          sent: 'If the address is known, a link has been sent to it.',
          ...(offered && { identityProvider: { ...offered, path: `/sign-in/sso/${offered.id}` } }),
        })
  })

export const showSignInLink: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const link = await linkOf(services, c, ctx)
    await record(services, ctx, {
      outcome: 'ALLOWED',
      httpStatus: 200,
      subject: { type: 'signInLink', id: link.id },
    })
    const { centre, userName: name, purpose, expiresAt } = link
    return wantsPage(c)
      ? sendPage(c, 200, confirmPage(link, await othersSession(services, c, ctx, link.sessionId)))
      : sendJson(c, 200, { purpose, centre, name, expiresAt: expiresAt.toISOString() })
  })

export const useSignInLink: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    assertSameOrigin(services, c)
    const link = await linkOf(services, c, ctx)
    const before = await callerOf(services, c, { factor: true })
    const session = await signInByLink(ctx, link, deviceOf(services, c))
    return answerSignedIn(services, c, ctx, { session, before })
  })

/** Ends the session permanently. If there is none, the response is the same. */
export const signOut: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    assertSameOrigin(services, c)
    const caller = await callerOf(services, c, { factor: true })
    let provider: URL | undefined
    if (caller) {
      const { tenantId, session } = caller
      const { id } = session
      await endSession(ctx, caller)
      provider = await findProviderSignOut(ctx, { tenantId, id }, services.publicUrl)
    } else await record(services, ctx, { outcome: 'ALLOWED', httpStatus: 200 })
    setCookie(services, c, 'therapy_session', { value: '', expires: new Date(0) })
    if (!wantsPage(c))
      return sendJson(c, 200, provider ? { identityProviderSignOut: provider.href } : {})
    return provider
      ? sendPage(c, 200, signedOutPage(provider.href))
      : send(c, 303, '', { Location: '/sign-in' })
  })

/** The link in the path, whose centre is responsible for the rest of the call. Throws if the link cannot be used. */
const linkOf = async (services: Services, c: HttpContext, ctx: Context): Promise<SignInLink> => {
  const link = await lookUp(services, c, CREDENTIALS.oneTimeLink, () =>
    findSignInLink(services.platform, c.req.param('token') ?? ''),
  )
  await count(services, c, { key: `link-use:${link.id}` })
  ctx.tenantId = link.tenantId
  const now = services.platform.clock.now()
  assertUsable(link, { now, browserSecret: readCookie(services, c, 'therapy_browser') })
  return link
}

/** The person who is signed in in the browser, according to the database. A session that has ended does not count. */
export const callerOf = async (
  services: Services,
  c: HttpContext,
  serves?: { factor: true },
): Promise<SignedIn | undefined> => {
  for (;;) {
    try {
      const caller = await recognizeSession(services, c, serves)
      await caller?.confirmation.settle()
      return caller
    } catch (error) {
      if (error instanceof CallerChanged) continue
      if (asDomainError(error).code === 'unauthenticated') return undefined
      throw error
    }
  }
}

/** The context of the person of an authenticated session. */
export const asPerson = <C extends Context>(
  ctx: C,
  { tenantId, actors: [actor], confirmation }: SignedIn,
): C => ({ ...ctx, tenantId, actor, confirmation })

export const sessionOf = ({ session: { id: sessionId, awaitsFactor } }: SignedIn) => ({
  sessionId,
  awaitsFactor,
})

/** Identifies the browser, so that its links work only in it. */
export const browserSecret = (services: Services, c: HttpContext) => {
  const known = c.get('browser') ?? readCookie(services, c, 'therapy_browser')
  const value = known && /^[\w-]{43}$/.test(known) ? known : randomToken()
  c.set('browser', value)
  const expires = new Date(services.platform.clock.now().getTime() + BROWSER_DAYS * DAY_MS)
  return { value, expires }
}

/** The device on which a person signs in. */
export const deviceOf = (services: Services, c: HttpContext): Required<Device> => ({
  ip: c.get('address'),
  userAgent: c.req.header('user-agent'),
  browserSecret: browserSecret(services, c).value,
})

/** The browser's session that ends when another one starts; undefined if there is none. */
export const othersSession = async (
  services: Services,
  c: HttpContext,
  ctx: OutsideContext,
  renewedId: string | null = null,
): Promise<OpenSession | undefined> => {
  const caller = await callerOf(services, c, { factor: true })
  if (!caller || caller.session.id === renewedId) return undefined
  const { name, email, organization } = await getMe(asPerson(ctx, caller))
  return { id: caller.session.id, name, email: email!, centre: organization.name }
}

/** Sets the session of the browser; programs get the CSRF token. A browser has only one session, so `before` ends. */
export const answerSignedIn = async (
  services: Services,
  c: HttpContext,
  ctx: OutsideContext,
  {
    session: { id, token, expiresAt },
    before,
  }: { session: StartedSession; before: SignedIn | undefined },
): Promise<Response> => {
  if (before && before.session.id !== id) await endSession(ctx, before)
  services.wakeRelay()
  setCookie(services, c, 'therapy_session', { value: token, expires: expiresAt })
  setCookie(services, c, 'therapy_browser', browserSecret(services, c))
  if (wantsPage(c)) return send(c, 303, '', { Location: '/sign-in' })
  return sendJson(c, 200, {
    sessionId: id,
    expiresAt: expiresAt.toISOString(),
    csrfToken: csrfTokenOf(services.platform, id),
  })
}

/** Ends a session permanently. One that has already ended stays ended. */
const endSession = async (ctx: OutsideContext, caller: SignedIn): Promise<void> => {
  try {
    const { id } = caller.session
    await revokeUserSession({ ...asPerson(ctx, caller), whileSuspended: true }, { id })
  } catch (error) {
    if (asDomainError(error).code !== 'unauthenticated') throw error
  }
}

/** Returns the result or the problem. The audit row names the subject `about`. A browser gets a page for an error. */
export const guarded = async (
  services: Services,
  c: HttpContext,
  action: string,
  work: (ctx: OutsideContext, about: (subject: Subject) => void) => Promise<Response>,
  showRefusal: (error: DomainError) => Localized = showSignInRefusal,
): Promise<Response> => {
  const ctx: OutsideContext = { ...contextOf(services, c, action), httpStatus: 200 }
  let subject: Subject | undefined
  try {
    return await work(ctx, (named) => {
      subject = named
    })
  } catch (error) {
    const problem = await refuse(services, c, ctx, error, subject)
    if (!wantsPage(c)) return problem
    return sendPage(c, problem.status, showRefusal(asDomainError(error)))
  }
}

const showSignInRefusal = ({ code, issues }: DomainError): Localized =>
  issues.some(({ path }) => path === 'email')
    ? askForEmailPage({ isWrong: true })
    : signInRefusedPage(code)

export const sendPage = async (c: HttpContext, status: number, page: Localized) =>
  send(c, status, await page(languageOf(c)), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': PLAIN_PAGE_POLICY,
  })

export const sendJson = (c: HttpContext, status: number, value: object) =>
  send(c, status, JSON.stringify(value), { 'Content-Type': 'application/json' })
