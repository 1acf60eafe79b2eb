import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from '../../domain/core/context.ts'
import { DomainError } from '../../domain/core/errors.ts'
import { subjectOf } from '../../domain/core/ids.ts'
import { authorise } from '../../domain/core/permissions.ts'
import { transact } from '../../domain/core/transaction.ts'
import type { Principal } from '../../domain/identity/authenticate.ts'
import type { Services } from '../services.ts'
import { contextOf, record, refuse, send, type HttpContext, type HttpEnv } from './call.ts'
import { claimKey, keyedRequest, storeResponse, type StoredResponse } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { validateInput, type ValidInput } from './validation.ts'

/**
 * The pipeline. The middleware of app.ts has given the request an id, recognised its caller and
 * counted it; from here on: sunset → authenticate → validate → authorise → idempotency → run →
 * parse the response → audit → respond.
 */
export const mountOperations = (
  app: OpenAPIHono<HttpEnv>,
  operations: readonly Operation[],
  services: Services,
) => {
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(operation.method.toUpperCase(), path, (c) => handle(services, operation, c))
  }
}

const handle = async (services: Services, operation: Operation, c: HttpContext) => {
  const params = c.req.param() as Record<string, string>
  const ctx = contextOf(services, c, operation.id)
  const end = services.metrics.requests.startTimer({ operation: operation.id })
  let response: Response
  try {
    announce(operation, c, params)
    refuseAfterSunset(operation, ctx)
    const caller = recognised(c)
    const input = await validateInput(operation, c.req.raw, params)
    authoriseCall(operation, caller)
    const answer =
      operation.method === 'get'
        ? await answerRead(services, operation, ctx, input)
        : await answerWrite(services, operation, ctx, caller, c, input)
    response = respond(operation, c, answer)
  } catch (error) {
    response = await refuse(services, c, ctx, error, subjectOf(params['id']))
  }
  end({ status: response.status })
  return response
}

/** An operation's own headers. `</v1/children/{id}>` names the record of this call. */
const announce = ({ headers = {} }: Operation, c: HttpContext, params: Record<string, string>) => {
  for (const [name, value] of Object.entries(headers))
    c.get('headers')[name] = expand(value, params)
}

const expand = (template: string, params: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const refuseAfterSunset = ({ sunset }: Operation, ctx: Context): void => {
  if (sunset && ctx.platform.clock.now() >= sunset) {
    throw new DomainError(
      'gone',
      'This version has been shut down. Use its successor, named in the Link header.',
    )
  }
}

const recognised = (c: HttpContext): Principal => {
  const caller = c.get('caller')
  if (caller) return caller
  throw c.get('refusal') ?? new DomainError('unauthenticated', TOKEN_NEEDED)
}

const TOKEN_NEEDED = 'Send Authorization: Bearer <access token>. POST /oauth/token issues one.'

const authoriseCall = (operation: Operation, caller: Principal): void => {
  authorise(caller.actor, operation.permission)
  if (caller.methods.length > 0 && !caller.methods.includes(operation.method.toUpperCase())) {
    throw new DomainError(
      'insufficient_scope',
      `This API key may only use ${caller.methods.join(', ')}.`,
      {
        extra: { methods: caller.methods },
      },
    )
  }
}

interface Answer extends StoredResponse {
  /** What `body` is the text of; a replay has the text alone. */
  value?: unknown
  replayed?: boolean
}

/** A read's audit row commits before the answer leaves, together with those of its neighbours. */
const answerRead = async (
  services: Services,
  operation: Operation,
  ctx: Context,
  input: ValidInput,
): Promise<Answer> => {
  const answer = await runAndParse(operation, ctx, input)
  const subject = subjectOf((input.params as { id?: string } | undefined)?.id)
  await record(services, ctx, {
    outcome: 'allowed',
    httpStatus: operation.status,
    ...(subject && { subject }),
  })
  return answer
}

/** A write: key, effect, audit row, outbox rows and stored response commit together. */
const answerWrite = async (
  services: Services,
  operation: Operation,
  ctx: Context,
  caller: Principal,
  c: HttpContext,
  input: ValidInput,
): Promise<Answer> => {
  const keyed = keyedRequest(c.req.raw, caller.clientId, input.rawBody)
  const call = { ...ctx, httpStatus: operation.status }
  const answer = await transact(call, operation.permission, async (tx): Promise<Answer> => {
    const stored = keyed && (await claimKey(tx, keyed))
    if (stored) {
      tx.auditReplay()
      return { ...stored, replayed: true }
    }
    const fresh = await runAndParse(operation, tx, input)
    if (keyed) storeResponse(tx, keyed, fresh)
    return fresh
  })
  if (answer.replayed) services.metrics.replays.inc()
  else services.wakeRelay()
  return answer
}

/** What the schema does not know is a bug of ours, found before anything is committed or sent. */
const runAndParse = async (operation: Operation, ctx: Context, input: ValidInput) => {
  const value = operation.response.parse(await operation.run(ctx, input))
  return { status: operation.status, value, body: JSON.stringify(value) }
}

const respond = (
  operation: Operation,
  c: HttpContext,
  { status, body, value, replayed }: Answer,
) => {
  const { id, version } = (value ?? JSON.parse(body)) as { id?: string; version?: number }
  return send(c, status, body, {
    'Content-Type': 'application/json',
    ...(version !== undefined && { ETag: `"${version}"` }),
    ...(status === 201 &&
      id !== undefined &&
      !operation.path.includes('{') && { Location: `${operation.path}/${id}` }),
    ...(replayed && { 'Idempotent-Replayed': 'true' }),
  })
}
