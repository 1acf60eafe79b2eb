import type { HttpContext } from './http-context.ts'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Actor } from '#platform/core/access/permissions.ts'
import { CALL_FACTS } from '#platform/core/audit/changes.ts'
import { auditRow, type AuditFacts } from '#platform/core/audit/audit-row.ts'
import { centreSuspended, DomainError } from '#platform/core/errors/errors.ts'
import { asDomainError, instanceOf, problemOf, type Problem } from './problem.ts'
import { STATIC_PAGE_POLICY } from '../documents/static-page-policy.ts'
import { refusalPage } from '../documents/refusal-page.ts'
import type { Principal } from '#platform/identity/create-identity.ts'
import { isDelegatedKey } from '#platform/identity/secrets.ts'
import { currentTraceparent } from '../../providers/telemetry/index.ts'
import type { Services } from '../services.ts'
import { assertOwnPage, recognizeSession } from './session-cookie.ts'

/** The tenant and the actor of calls without an authenticated caller. */
const PLATFORM_TENANT = 'ten_platform'
const ANONYMOUS: Actor = { kind: 'ANONYMOUS', id: 'anonymous', permissions: new Set() }

/** The caller's own request id if it is well-formed, otherwise a new one. */
export const requestIdOf = (header: string | undefined): string =>
  header !== undefined && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : newId('request')

/** The context for the audit row of a call, even of one that is refused early. */
export const contextOf = (services: Services, c: HttpContext, action: string): OutsideContext => {
  const caller = c.get('caller')
  const traceparent = currentTraceparent()
  return {
    platform: services.platform,
    tenantId: caller?.tenantId ?? PLATFORM_TENANT,
    actor: caller?.actors[0] ?? ANONYMOUS,
    action,
    requestId: c.get('requestId'),
    publicUrl: services.publicUrl,
    ...(traceparent && { traceparent }),
    ...(caller && { confirmation: caller.confirmation, sights: caller.actors }),
  }
}

/**
 * Recognizes the caller. If a token is refused, this is remembered instead of thrown, so that the call is
 * counted and audited first.
 */
export const recognize = async (services: Services, c: HttpContext): Promise<void> => {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  try {
    if (token && isDelegatedKey(token)) {
      c.set('caller', await services.identity.authenticateSession(token))
    } else if (token) {
      const caller = { ip: c.get('address'), method: c.req.method }
      c.set('caller', await services.identity.authenticate(token, caller))
    } else {
      const caller = await recognizeSession(services, c)
      if (!caller) return
      assertOwnPage(services, c, caller.session.id)
      c.set('caller', caller)
    }
  } catch (refusal) {
    c.set('caller', undefined)
    c.set('refusal', refusal)
  }
}

/** The caller that the middleware recognized. Throws the reason if there is none. */
export const recognized = (c: HttpContext): Principal => {
  const caller = c.get('caller')
  if (caller) return caller
  throw c.get('refusal') ?? new DomainError('unauthenticated', TOKEN_NEEDED)
}

const TOKEN_NEEDED =
  'Send Authorization: Bearer <access token>. To get a token, use POST /oauth/token.'

/**
 * Refuses calls that the caller's centre does not accept while it is suspended, and methods that the key may
 * not use.
 */
export const assertAdmitted = (caller: Principal, method: string): void => {
  if (!isTaken(caller, method)) throw centreSuspended()
  if (isUsable(caller, method)) return
  const { methods } = caller
  throw new DomainError(
    'insufficient_scope',
    `This API key does not allow this method. Use ${methods.join(', ')}.`,
    {
      extra: { methods },
    },
  )
}

export const isAdmitted = (caller: Principal, method: string): boolean =>
  isTaken(caller, method) && isUsable(caller, method)

const isTaken = ({ admits }: Principal, method: string): boolean =>
  admits === 'ALL' || (admits === 'READS' && method === 'GET')

const isUsable = ({ methods }: Principal, method: string): boolean =>
  methods.length === 0 || methods.includes(method)

/** Commits the audit row of a call that has no transaction of its own. */
export const record = (
  services: Services,
  ctx: Context,
  facts: Omit<AuditFacts, 'occurredAt'>,
): Promise<void> =>
  services.journal.append(auditRow(ctx, { ...facts, occurredAt: services.platform.clock.now() }))

/** Returns an error once its audit row has been committed: a problem document or, for browsers, a page. */
export const refuse = async (
  services: Services,
  c: HttpContext,
  ctx: Context,
  thrown: unknown,
  subject?: AuditFacts['subject'],
) => {
  const { problem, retryAfterSeconds } = await reportRefusal(services, c, ctx, thrown, subject)
  const isOpened = c.req.method === 'GET' && wantsPage(c)
  return send(c, problem.status, isOpened ? refusalPage(problem) : JSON.stringify(problem), {
    'Content-Type': isOpened ? 'text/html; charset=utf-8' : 'application/problem+json',
    ...(isOpened && { 'Content-Security-Policy': STATIC_PAGE_POLICY, Vary: 'Accept' }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(problem.status === 401 && { 'WWW-Authenticate': 'Bearer error="invalid_token"' }),
  })
}

/** Counts an error, logs it if the platform caused it, and audits it. */
export const reportRefusal = async (
  services: Services,
  c: HttpContext,
  ctx: Context,
  thrown: unknown,
  subject?: AuditFacts['subject'],
): Promise<{ problem: Problem; retryAfterSeconds: number | undefined }> => {
  const error = asDomainError(thrown)
  const problem = problemOf(error, {
    publicUrl: services.publicUrl,
    path: instanceOf(c.req.url),
    requestId: c.get('requestId'),
  })
  if (!c.get('operation')) c.set('operation', ctx.action)
  services.metrics.refusals.inc({ code: error.code })
  services.shortages.note(error)
  if (problem.status >= 500) {
    services.log.error(
      {
        requestId: problem.requestId,
        tenantId: ctx.tenantId,
        operation: ctx.action,
        code: error.code,
        err: error.cause,
      },
      'request failed',
    )
  }
  try {
    await record(services, ctx, {
      outcome: problem.status >= 500 ? 'FAILED' : 'REFUSED',
      code: error.code,
      httpStatus: problem.status,
      ...(subject && { subject }),
      ...(error.onRecord && { changes: { [CALL_FACTS]: error.onRecord } }),
    })
  } catch (cause) {
    // Without the database there is no audit trail, so the caller must retry.
    services.shortages.note(cause)
    services.log.error(
      {
        requestId: problem.requestId,
        tenantId: ctx.tenantId,
        operation: ctx.action,
        err: cause,
      },
      'audit row not written',
    )
  }
  return { problem, retryAfterSeconds: error.retryAfterSeconds }
}

/** Whether the caller is a browser: browsers accept HTML explicitly, programs do not. */
export const wantsPage = (c: HttpContext): boolean =>
  (c.req.header('accept') ?? '').includes('text/html')

/** Sends a response with all headers in one plain object, which the server writes directly. */
export const send = (
  c: HttpContext,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Response => {
  c.set('sent', true)
  const all = { ...c.get('headers'), 'Cache-Control': 'no-store', ...headers }
  const [cookie, ...others] = Object.values(c.get('cookies') ?? {})
  const response = new Response(body, {
    status,
    headers: cookie === undefined ? all : { ...all, 'Set-Cookie': cookie },
  })
  for (const another of others) response.headers.append('Set-Cookie', another)
  return response
}
