import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { SignedIn } from '#platform/identity/create-identity.ts'
import { createAssertionOptions } from '#staff/passkeys/create-assertion-options.ts'
import { PasskeyAssertion } from '#staff/passkeys/schemas.ts'
import { useChallenge } from '#staff/passkeys/use-challenge.ts'
import { findSsoConnection } from '#staff/sso-connections/find-sso-connection.ts'
import { beginSsoSignIn } from '#staff/sso-sign-ins/begin-sso-sign-in.ts'
import { findStepUpWays } from '#staff/step-up/find-step-up-ways.ts'
import { requestStepUpLink } from '#staff/step-up/request-step-up-link.ts'
import { stepUp, type StepUpProof } from '#staff/step-up/step-up.ts'
import type { HttpContext } from '../http/http-context.ts'
import { record, send, wantsPage } from '../http/call.ts'
import { count, countFailures, siteOfCaller } from '../http/count.ts'
import { setCookie } from '../http/session-cookie.ts'
import type { Services } from '../services.ts'
import { assertPerson, parse, PASSKEY_FAILURES, readBodyOf } from './passkeys.ts'
import type { Serve } from './public-route.ts'
import { sendToProvider } from './send-to-provider.ts'
import {
  answerSignedIn,
  asPerson,
  browserSecret,
  callerOf,
  guarded,
  sendJson,
  sendPage,
  sessionOf,
} from './sign-in.ts'
import { stepUpLinkSentPage, stepUpPage } from './passkeys-page.ts'

/** The limit of attempts with recovery codes, and of links, per person and minute. */
const TRIES_PER_MINUTE = 5

/** Shows how a signed-in person can prove their identity again. */
export const showStepUp: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const caller = await callerOf(services, c, { factor: true })
    if (!caller) {
      if (wantsPage(c)) return send(c, 303, '', { Location: '/sign-in' })
      throw new DomainError('unauthenticated', 'You are not signed in. Sign in at /sign-in first.')
    }
    const found = await findStepUpWays(asPerson(ctx, caller), sessionOf(caller))
    if (wantsPage(c)) return sendPage(c, 200, stepUpPage(found))
    const { ways, recoveryCodesLeft } = found
    return sendJson(c, 200, { ways, recoveryCodesLeft })
  })

/** Requests that the browser uses a passkey of the signed-in person. */
export const beginStepUp: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const caller = await assertPerson(services, c, ctx)
    const { passkeys: allowed } = await findStepUpWays(ctx, sessionOf(caller))
    if (allowed.length === 0)
      throw new DomainError(
        'no_passkey',
        'You have no passkey. See /sign-in/step-up for other ways.',
      )
    const use = { purpose: 'STEP_UP', boundTo: caller.session.id } as const
    const { platform, publicUrl } = services
    const options = await createAssertionOptions(platform, { ...use, publicUrl, allowed })
    await record(services, ctx, { outcome: 'ALLOWED', httpStatus: 200 })
    return sendJson(c, 200, options)
  })

const Shown = z.union([
  z.object({ recoveryCode: z.string().min(1).max(50) }),
  z.object({ credential: PasskeyAssertion }),
])

/** Verifies a passkey or a recovery code. The session then has a fresh proof, and the second factor that it awaited. */
export const completeStepUp: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const caller = await assertPerson(services, c, ctx)
    const shown = parse('credential', Shown, await readBodyOf(c))
    const renewed = await countFailures(services, c, PASSKEY_FAILURES, async () => {
      const proof = await proofOf(services, c, caller, shown)
      // Owners can sign in to a suspended centre, including their second factor.
      return stepUp({ ...ctx, whileSuspended: true }, { sessionId: caller.session.id, proof })
    })
    return answerSignedIn(services, c, ctx, { session: renewed, before: caller })
  })

const proofOf = async (
  services: Services,
  c: HttpContext,
  { session, callerId }: SignedIn,
  shown: z.output<typeof Shown>,
): Promise<StepUpProof> => {
  if ('recoveryCode' in shown) {
    await count(services, c, { key: `recovery-code:${callerId}`, limit: TRIES_PER_MINUTE })
    return shown
  }
  const { platform, publicUrl } = services
  const { credential: assertion } = shown
  const use = { purpose: 'STEP_UP', boundTo: session.id } as const
  const challenge = await useChallenge(platform, assertion.response.clientDataJSON, use)
  return { assertion, challenge, publicUrl }
}

/** Sends a link that renews this session, for people without a passkey. */
export const sendStepUpLink: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const caller = await assertPerson(services, c, ctx)
    await count(services, c, { key: `step-up-link:${caller.callerId}`, limit: TRIES_PER_MINUTE })
    const { value, expires } = browserSecret(services, c)
    ctx.httpStatus = 202
    await requestStepUpLink(ctx, {
      ...sessionOf(caller),
      browserSecret: value,
      askedFrom: siteOfCaller(c),
    })
    services.wakeRelay()
    setCookie(services, c, 'therapy_browser', { value, expires })
    return wantsPage(c)
      ? sendPage(c, 202, stepUpLinkSentPage())
      : sendJson(c, 202, { sent: 'A link has been sent.' })
  })

/** Redirects the browser to the provider of the session for a new proof. */
export const beginSsoStepUp: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const caller = await assertPerson(services, c, ctx)
    const { ssoConnectionId } = await findStepUpWays(ctx, sessionOf(caller))
    if (ssoConnectionId === null)
      throw new DomainError(
        'not_found',
        'You did not sign in with an identity provider. See /sign-in/step-up for other ways to prove your identity.',
      )
    const connection = await findSsoConnection(services.platform, ssoConnectionId)
    const { value, expires } = browserSecret(services, c)
    const url = await beginSsoSignIn(ctx, connection, {
      browserSecret: value,
      loginHint: undefined,
      publicUrl: services.publicUrl,
      sessionId: caller.session.id,
    })
    setCookie(services, c, 'therapy_browser', { value, expires })
    return sendToProvider(c, url)
  })
