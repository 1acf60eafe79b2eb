import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import type { Operator } from '#platform/identity/issue-operator-token.ts'
import { verifyOperatorToken } from '#platform/identity/verify-operator-token.ts'
import type { OpenedPayload } from '../../providers/temporal/remote-codec.ts'
import {
  signedInPage,
  signInPage,
  SIGN_IN_POLICY,
  type Addresses,
} from './operator-sign-in-page.ts'
import type { Services } from '../services.ts'
import type { HttpContext } from '../http/http-context.ts'
import { contextOf, record, refuse, send, wantsPage } from '../http/call.ts'
import { count, countFailures, lookUp } from '../http/count.ts'
import { parseJson, readBody } from '../http/json-body.ts'
import { readParameters } from './oauth-request.ts'
import { languageOf } from './language-of.ts'
import type { Localized } from './plain-page.ts'
import { CREDENTIALS, type Serve } from './public-route.ts'

const COOKIE = 'therapy_operator'
const PATH = '/codec'
const HTML = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': SIGN_IN_POLICY,
}

/** Temporal's library, which is loaded when the first operator signs in. */
const loadCodec = () => import('../../providers/temporal/remote-codec.ts')

/** The routes exist only if there is a UI. */
const addressesOf = ({ publicUrl, operatorUiOrigin }: Services): Addresses => ({
  publicUrl,
  uiOrigin: operatorUiOrigin!,
})

export const showSignIn: Serve = async (services, c) =>
  send(c, 200, await signInPage(addressesOf(services))(languageOf(c)), HTML)

export const signIn: Serve = async (services, c, action) => {
  const answer = await signInWithToken(services, c, action)
  if (answer.ok || !wantsPage(c)) return answer
  return page(c, signInPage(addressesOf(services), 'refused'), answer.status)
}

const signInWithToken: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const token = await countFailures(services, c, CREDENTIALS.operatorToken, async () =>
      (await readParameters(c.req.raw)).get('token')?.trim(),
    )
    const operator = await recognizeOperator(services, c, ctx, token)
    await record(services, ctx, { outcome: 'ALLOWED', httpStatus: 200 })
    // With a strict cookie, the UI must be on the same site: see docs/operations.md.
    setCookie(c, COOKIE, token!, {
      path: PATH,
      httpOnly: true,
      sameSite: 'Strict',
      secure: services.publicUrl.startsWith('https:'),
      expires: operator.expiresAt,
    })
    return page(c, signedInPage(operator, addressesOf(services)))
  })

export const signOut: Serve = async (services, c) => {
  deleteCookie(c, COOKIE, { path: PATH })
  return page(c, signInPage(addressesOf(services)))
}

/** For the page after the sign-in: whether the cookie arrives and a payload can be decrypted. Shows no data. */
export const checkDecoding: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    await recognizeOperator(services, c, ctx, getCookie(c, COOKIE) ?? bearerOf(c))
    const { keys } = services.platform.cipher
    const { openForDisplay, sealForDisplay } = await loadCodec()
    const [sample] = await openForDisplay(keys, [await sealForDisplay(keys, 'sample')])
    await record(services, ctx, { outcome: 'ALLOWED', httpStatus: 200 })
    const body = JSON.stringify({ isReadable: sample?.value === 'sample' })
    return send(c, 200, body, { 'Content-Type': 'application/json' })
  })

export const allowDecode: Serve = (services, c) => {
  allowOrigin(c, services)
  return c.body(null, 204, {
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'content-type, x-namespace, authorization',
    'Access-Control-Max-Age': '600',
  })
}

/**
 * Temporal's remote codec for signed-in operators: the Temporal UI sends payloads to `/codec/decode` and shows
 * the result. There is no `/codec/encode`: operators make changes through operations with rules and audit rows.
 * See api/README.md.
 */
export const decode: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    await countFailures(services, c, CREDENTIALS.operatorToken, async () =>
      allowOrigin(c, services),
    )
    await recognizeOperator(services, c, ctx, tokenOf(c))
    const { openForDisplay } = await loadCodec()
    const opened = await openForDisplay(services.platform.cipher.keys, await payloadsOf(c))
    await recordDecoding(services, ctx, opened)
    const body = JSON.stringify({ payloads: opened.map(({ payload }) => payload) })
    return send(c, 200, body, { 'Content-Type': 'application/json' })
  })

/** Returns the result or the problem, with its audit row. */
const guarded = (
  services: Services,
  c: HttpContext,
  action: string,
  work: (ctx: Context) => Promise<Response>,
): Promise<Response> => {
  const ctx = contextOf(services, c, action)
  return work(ctx).catch((error: unknown) => refuse(services, c, ctx, error))
}

/**
 * The operator to whom a valid token belongs, even after failed attempts from the same address. All tokens of
 * an operator share a limit.
 */
const recognizeOperator = async (
  services: Services,
  c: HttpContext,
  ctx: Context,
  token: string | undefined,
): Promise<Operator> => {
  const operator = await lookUp(services, c, CREDENTIALS.operatorToken, () =>
    verifyOperatorToken(services.platform, token),
  )
  ctx.actor = { kind: 'SYSTEM', id: `operator/${operator.name}`, permissions: new Set() }
  await count(services, c, { key: `operator:${operator.name}` })
  return operator
}

/** In browsers, only the Temporal UI may read a response. A command line sends no origin. */
const allowOrigin = (c: HttpContext, { operatorUiOrigin: uiOrigin }: Services): void => {
  c.get('headers')['Vary'] = 'Origin'
  const origin = c.req.header('origin')
  if (origin === undefined) return
  if (uiOrigin === undefined || origin !== uiOrigin)
    throw new DomainError(
      'insufficient_scope',
      'In a browser, only the Temporal UI can call this path.',
    )
  c.get('headers')['Access-Control-Allow-Origin'] = uiOrigin
  c.get('headers')['Access-Control-Allow-Credentials'] = 'true'
}

/** The cookie counts only for requests from the UI. Browsers send an origin with them. */
const tokenOf = (c: HttpContext): string | undefined =>
  c.req.header('origin') === undefined ? bearerOf(c) : getCookie(c, COOKIE)

const bearerOf = (c: HttpContext): string | undefined =>
  /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]

const payloadsOf = async (c: HttpContext) => {
  const { WirePayloads } = await loadCodec()
  const parsed = WirePayloads.safeParse(parseJson(await readBody(c.req.raw)))
  if (parsed.success) return parsed.data.payloads
  const [issue] = parsed.error.issues
  throw invalid(
    issue?.path.join('.') ?? '',
    'invalid_type',
    'The payloads are not in Temporal’s format. Send them as Temporal’s codec protocol defines.',
  )
}

/** Writes one audit row for each centre that the payloads name; if they name none, one for the platform. */
const recordDecoding = async (
  services: Services,
  ctx: Context,
  opened: OpenedPayload[],
): Promise<void> => {
  const subjects = opened.flatMap(({ value }) => (isSubject(value) ? [value] : []))
  const byTenant = Map.groupBy(subjects, ({ tenantId }) => tenantId)
  if (byTenant.size === 0) byTenant.set(ctx.tenantId, [])
  const changes = { payloads: opened.length, opened: opened.filter((it) => it.opened).length }
  await Promise.all(
    [...byTenant].map(([tenantId, [first]]) => {
      const subject = subjectOf(first?.subjectId)
      const facts = { outcome: 'ALLOWED' as const, httpStatus: 200, changes }
      return record(services, { ...ctx, tenantId }, { ...facts, ...(subject && { subject }) })
    }),
  )
}

const isSubject = (value: unknown): value is { tenantId: string; subjectId?: string } =>
  typeof value === 'object' &&
  value !== null &&
  'tenantId' in value &&
  typeof value.tenantId === 'string'

/** Includes the headers that Hono set, such as the cookie. */
const page = async (c: HttpContext, shown: Localized, status = 200): Promise<Response> => {
  for (const [name, value] of Object.entries(HTML)) c.header(name, value)
  c.header('Cache-Control', 'no-store')
  return c.body(await shown(languageOf(c)), status as ContentfulStatusCode)
}
