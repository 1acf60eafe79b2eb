import { email as emailAddress } from '#platform/core/contact/contact.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { findSsoConnection } from '#staff/sso-connections/find-sso-connection.ts'
import { redirectPathOf } from '#staff/sso-connections/schemas.ts'
import { beginSsoSignIn } from '#staff/sso-sign-ins/begin-sso-sign-in.ts'
import { completeSsoSignIn } from '#staff/sso-sign-ins/complete-sso-sign-in.ts'
import { assertComesBack, findSsoSignIn } from '#staff/sso-sign-ins/find-sso-sign-in.ts'
import { refuseSignIn } from '#staff/sso-sign-ins/refuse-sign-in.ts'
import { endSsoSessions } from '#staff/sso-sign-ins/end-sso-sessions.ts'
import type { HttpContext } from '../http/http-context.ts'
import { wantsPage } from '../http/call.ts'
import { count, siteKey } from '../http/count.ts'
import { asDomainError } from '../http/problem.ts'
import { assertSameOrigin, readCookie, setCookie } from '../http/session-cookie.ts'
import { readParameters } from './oauth-request.ts'
import type { Serve } from './public-route.ts'
import { sendToProvider } from './send-to-provider.ts'
import { ssoPage } from './sign-in-page.ts'
import {
  answerSignedIn,
  browserSecret,
  callerOf,
  deviceOf,
  guarded,
  othersSession,
  sendJson,
  sendPage,
} from './sign-in.ts'

/** High enough for a whole centre that signs in from one address in the morning. */
const LEAVING_PER_MINUTE = 120

/** Asks before it redirects to the provider of a connection. A GET starts nothing, because any site can link here. */
export const showSso: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const { centre } = await findSsoConnection(services.platform, connectionIdOf(c))
    const open = await othersSession(services, c, ctx)
    const hint = hintOf(c.req.query('login_hint'))
    return wantsPage(c)
      ? sendPage(c, 200, ssoPage({ connectionId: connectionIdOf(c), centre, hint, open }))
      : sendJson(c, 200, { centre, endsSession: open?.id ?? null })
  })

/** Redirects the browser to the provider of a connection. If this ends a session, its person must have agreed. */
export const beginSso: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx, about) => {
    assertSameOrigin(services, c)
    await count(services, c, { key: siteKey('sso', c), limit: LEAVING_PER_MINUTE })
    const connection = await findSsoConnection(services.platform, connectionIdOf(c))
    ctx.tenantId = connection.tenantId
    about({ type: 'ssoConnection', id: connection.id })
    const parameters = await readParameters(c.req.raw)
    const hint = hintOf(parameters.get('login_hint'))
    const open = await othersSession(services, c, ctx)
    if (open && parameters.get('endsSession') !== open.id) {
      const { id: connectionId, centre } = connection
      if (wantsPage(c)) return sendPage(c, 200, ssoPage({ connectionId, centre, hint, open }))
      throw new DomainError(
        'already_signed_in',
        `You are signed in as ${open.name} at ${open.centre}. Sign out first, or send endsSession: "${open.id}" to end that session.`,
      )
    }
    const { value, expires } = browserSecret(services, c)
    const url = await beginSsoSignIn(ctx, connection, {
      browserSecret: value,
      loginHint: hint,
      publicUrl: services.publicUrl,
      ...(open && { endsSessionId: open.id }),
    })
    setCookie(services, c, 'therapy_browser', { value, expires })
    return sendToProvider(c, url)
  })

const connectionIdOf = (c: HttpContext): string => c.req.param('connectionId') ?? ''

const hintOf = (text: string | undefined): string | undefined => emailAddress().safeParse(text).data

/** The address to which the provider redirects. */
export const completeSso: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx, about) => {
    const { platform, publicUrl } = services
    await count(services, c, { key: siteKey('sso', c), limit: LEAVING_PER_MINUTE })
    const signIn = await findSsoSignIn(platform, c.req.query('state') ?? '')
    if (!signIn) throw refuseSignIn('ANSWER_INVALID')
    ctx.tenantId = signIn.tenantId
    about({ type: 'ssoSignIn', id: signIn.id })
    const connectionId = connectionIdOf(c)
    const before = await callerOf(services, c, { factor: true })
    assertComesBack(signIn, {
      now: platform.clock.now(),
      openSessionId: before?.session.id,
      browserSecret: readCookie(services, c, 'therapy_browser'),
      connectionId,
    })
    const connection = await findSsoConnection(platform, connectionId).catch((cause: unknown) => {
      throw refuseSignIn('CONNECTION_CHANGED', { cause })
    })
    const callbackUrl = new URL(redirectPathOf(connectionId), publicUrl)
    callbackUrl.search = new URL(c.req.url).search
    const session = await completeSsoSignIn(ctx, signIn, connection, {
      callbackUrl,
      device: deviceOf(services, c),
    })
    return answerSignedIn(services, c, ctx, { session, before })
  })

/** Called by a provider to report that a session has ended (OpenID Connect Back-Channel Logout 1.0). */
export const endSso: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx, about) => {
    const connection = await findSsoConnection(services.platform, connectionIdOf(c))
    ctx.tenantId = connection.tenantId
    about({ type: 'ssoConnection', id: connection.id })
    const token = (await readParameters(c.req.raw)).get('logout_token') ?? ''
    await endSsoSessions(ctx, connection, token).catch((error: unknown) => {
      const { code, onRecord } = asDomainError(error)
      if (code !== 'sso_refused') throw error
      const message = 'must be a logout token of this provider for this client'
      throw new DomainError('validation_failed', `logout_token: ${message}.`, {
        issues: [{ path: 'logout_token', code: 'invalid_format', message }],
        ...(onRecord && { onRecord }),
        cause: error,
      })
    })
    return sendJson(c, 200, {})
  })
