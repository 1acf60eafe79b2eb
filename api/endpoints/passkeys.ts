import type { z } from 'zod'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import type { SignedIn } from '#platform/identity/create-identity.ts'
import { hashSecret } from '#platform/identity/secrets.ts'
import { csrfTokenOf } from '#platform/identity/sessions.ts'
import { createAssertionOptions } from '#staff/passkeys/create-assertion-options.ts'
import { createRegistrationOptions } from '#staff/passkeys/create-registration-options.ts'
import { listPasskeys, PasskeyQuery } from '#staff/passkeys/queries.ts'
import { registerPasskey } from '#staff/passkeys/register-passkey.ts'
import { NewPasskey, PasskeyAssertion } from '#staff/passkeys/schemas.ts'
import { findPasskeyOwner, signInByPasskey } from '#staff/passkeys/sign-in-by-passkey.ts'
import { useChallenge } from '#staff/passkeys/use-challenge.ts'
import { replaceRecoveryCodes } from '#staff/passkeys/replace-recovery-codes.ts'
import { findStepUpWays } from '#staff/step-up/find-step-up-ways.ts'
import type { HttpContext } from '../http/http-context.ts'
import { record, send } from '../http/call.ts'
import { count, countFailures, siteKey } from '../http/count.ts'
import { assertSameOrigin, readCookie, setCookie } from '../http/session-cookie.ts'
import type { Services } from '../services.ts'
import { readEntries } from './body-entries.ts'
import type { Serve } from './public-route.ts'
import {
  answerSignedIn,
  asPerson,
  browserSecret,
  callerOf,
  deviceOf,
  guarded,
  sendJson,
  sendPage,
  sessionOf,
} from './sign-in.ts'
import { passkeysPage } from './passkeys-page.ts'

/** High enough for a whole centre that signs in from one address in the morning. */
const CHALLENGES_PER_MINUTE = 120
/** The limit of failed passkeys and codes per minute and address. */
export const PASSKEY_FAILURES = { name: 'passkey', limit: 60 }

/** Requests that the browser uses any passkey of the person. */
export const beginPasskeySignIn: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    assertSameOrigin(services, c)
    await count(services, c, { key: siteKey('passkey-challenge', c), limit: CHALLENGES_PER_MINUTE })
    const { value, expires } = browserSecret(services, c)
    const { platform, publicUrl } = services
    const use = { purpose: 'SIGN_IN', boundTo: hashSecret(value) } as const
    const options = await createAssertionOptions(platform, { ...use, publicUrl })
    setCookie(services, c, 'therapy_browser', { value, expires })
    await record(services, ctx, { outcome: 'ALLOWED', httpStatus: 200 })
    return sendJson(c, 200, options)
  })

/** Verifies the browser's response and starts a session of the user. */
export const completePasskeySignIn: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx, about) => {
    assertSameOrigin(services, c)
    const assertion = await readMember(c, 'credential', PasskeyAssertion)
    const browserHash = hashSecret(readCookie(services, c, 'therapy_browser') ?? '')
    const before = await callerOf(services, c, { factor: true })
    const session = await countFailures(services, c, PASSKEY_FAILURES, async () => {
      const owner = await findPasskeyOwner(ctx, { assertion, browserHash })
      ctx.tenantId = owner.tenantId
      about({ type: 'passkey', id: owner.id })
      const { publicUrl } = services
      return signInByPasskey(ctx, owner, { assertion, publicUrl, ...deviceOf(services, c) })
    })
    return answerSignedIn(services, c, ctx, { session, before })
  })

/** Shows the caller's passkeys and how to add more. */
export const showPasskeys: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const caller = await callerOf(services, c, { factor: true })
    if (!caller || caller.session.awaitsFactor) return send(c, 303, '', { Location: '/sign-in' })
    const person = asPerson(ctx, caller)
    const { data } = await listPasskeys(
      person,
      PasskeyQuery.parse({ userId: caller.callerId, revoked: 'false' }),
    )
    const { recoveryCodesLeft } = await findStepUpWays(person, sessionOf(caller))
    const csrfToken = csrfTokenOf(services.platform, caller.session.id)
    return sendPage(c, 200, passkeysPage({ passkeys: data, recoveryCodesLeft, csrfToken }))
  })

export const beginPasskeyRegistration: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const caller = await assertPerson(services, c, ctx)
    const { publicUrl } = services
    const { id: sessionId } = caller.session
    const options = await createRegistrationOptions(ctx, { sessionId, publicUrl })
    await record(services, ctx, { outcome: 'ALLOWED', httpStatus: 200 })
    return sendJson(c, 200, options)
  })

export const completePasskeyRegistration: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const { session } = await assertPerson(services, c, ctx)
    const input = parse('credential', NewPasskey, await readBodyOf(c))
    const { platform, publicUrl } = services
    const use = { purpose: 'REGISTER', boundTo: session.id } as const
    const { clientDataJSON } = input.credential.response
    const challenge = await useChallenge(platform, clientDataJSON, use)
    const made = await registerPasskey(
      // Owners can sign in to a suspended centre, including their second factor.
      { ...ctx, httpStatus: 201, ...(session.awaitsFactor && { whileSuspended: true }) },
      { ...input, challenge, publicUrl, session },
    )
    services.wakeRelay()
    const { token: value, expiresAt: expires } = made.session
    setCookie(services, c, 'therapy_session', { value, expires })
    const { passkey, recoveryCodes } = made
    return sendJson(c, 201, { passkey, recoveryCodes })
  })

export const renewRecoveryCodes: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const { session } = await assertPerson(services, c, ctx)
    if (session.awaitsFactor)
      throw new DomainError('second_factor_required', 'Use your second factor at /sign-in first.')
    const recoveryCodes = await replaceRecoveryCodes(ctx)
    services.wakeRelay()
    return sendJson(c, 200, { recoveryCodes })
  })

/** The signed-in person on our page, for whom the rest is executed. */
export const assertPerson = async (
  services: Services,
  c: HttpContext,
  ctx: OutsideContext,
): Promise<SignedIn> => {
  assertSameOrigin(services, c)
  const caller = await callerOf(services, c, { factor: true })
  if (!caller)
    throw new DomainError('unauthenticated', 'You are not signed in. Sign in at /sign-in first.')
  await count(services, c, { key: `client:${caller.callerId}` })
  Object.assign(ctx, asPerson(ctx, caller))
  return caller
}

/** A member of a JSON body, or of a form. */
const readMember = async <Schema extends z.ZodType>(
  c: HttpContext,
  name: string,
  schema: Schema,
): Promise<z.output<Schema>> => parse(name, schema, (await readBodyOf(c))[name])

export const readBodyOf = async (c: HttpContext): Promise<Record<string, unknown>> =>
  Object.fromEntries((await readEntries(c.req.raw)).entries)

export const parse = <Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const path = [name, ...error.issues[0]!.path].join('.')
  throw invalid(path, 'invalid_format', `${path}: ${error.issues[0]!.message}.`)
}
