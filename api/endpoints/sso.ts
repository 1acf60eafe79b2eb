import { email as emailAddress } from '#platform/core/contact.ts'
import { DomainError } from '#platform/core/errors.ts'
import { findSsoConnection } from '#staff/sso-connections/find-sso-connection.ts'
import { redirectPathOf } from '#staff/sso-connections/schemas.ts'
import { beginSsoSignIn } from '#staff/sso-sign-ins/begin-sso-sign-in.ts'
import { completeSsoSignIn } from '#staff/sso-sign-ins/complete-sso-sign-in.ts'
import { assertComesBack, findSsoSignIn } from '#staff/sso-sign-ins/find-sso-sign-in.ts'
import { refuseSignIn } from '#staff/sso-sign-ins/refuse-sign-in.ts'
import { endSsoSessions } from '#staff/sso-sign-ins/end-sso-sessions.ts'
import { send } from '../http/call.ts'
import { count, siteKey } from '../http/count.ts'
import { asDomainError } from '../http/problem.ts'
import { readCookie, setCookie } from '../http/session-cookie.ts'
import { readParameters } from './oauth-request.ts'
import type { Serve } from './public-route.ts'
import { answerSignedIn, browserSecret, deviceOf, guarded, sendJson } from './sign-in.ts'

/** People of a whole centre leave from one address in the morning. */
const LEAVING_PER_MINUTE = 120

/** Sends the browser to the provider of a connection. */
export const beginSso: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx, about) => {
    await count(services, c, { key: siteKey('sso', c), limit: LEAVING_PER_MINUTE })
    const connection = await findSsoConnection(services.platform, c.req.param('connectionId') ?? '')
    ctx.tenantId = connection.tenantId
    about({ type: 'ssoConnection', id: connection.id })
    const { value, expires } = browserSecret(services, c)
    const hint = emailAddress().safeParse(c.req.query('login_hint')).data
    const url = await beginSsoSignIn(ctx, connection, {
      browserSecret: value,
      loginHint: hint,
      publicUrl: services.publicUrl,
    })
    setCookie(services, c, 'therapy_browser', { value, expires })
    return send(c, 303, '', { Location: url.href })
  })

/** Where a provider sends the browser back to. */
export const completeSso: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx, about) => {
    const { platform, publicUrl } = services
    await count(services, c, { key: siteKey('sso', c), limit: LEAVING_PER_MINUTE })
    const signIn = await findSsoSignIn(platform, c.req.query('state') ?? '')
    if (!signIn) throw refuseSignIn('ANSWER_INVALID')
    ctx.tenantId = signIn.tenantId
    about({ type: 'ssoSignIn', id: signIn.id })
    const connectionId = c.req.param('connectionId') ?? ''
    assertComesBack(signIn, {
      now: platform.clock.now(),
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
      device: deviceOf(c),
    })
    return answerSignedIn(services, c, session)
  })

/** Is told by a provider that a session of its own has ended (OpenID Connect Back-Channel Logout 1.0). */
export const endSso: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx, about) => {
    const connection = await findSsoConnection(services.platform, c.req.param('connectionId') ?? '')
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
