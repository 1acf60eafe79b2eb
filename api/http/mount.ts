import type { Hono } from 'hono'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { actorFor, authorize, type Actor } from '#platform/core/access/permissions.ts'
import type { Principal } from '#platform/identity/create-identity.ts'
import { CallerChanged } from '#platform/identity/confirmation.ts'
import type { Services } from '../services.ts'
import type { HttpContext, HttpEnv } from './http-context.ts'
import { assertAdmitted, contextOf, recognize, recognized, record, refuse, send } from './call.ts'
import { answerByEvents, wantsEvents, type Listener } from './answer-by-events.ts'
import { itemOfList, readAsCsv, wantsCsv } from './csv-list.ts'
import { disclosedChildren, disclosure } from './disclosed-children.ts'
import { askedFor, expansionNeeds } from './expansion.ts'
import { keyedRequest, keyHolderOf } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { prepareCall } from './prepare.ts'
import { ReceivedForm } from './received-form.ts'
import { routerPath } from './router-path.ts'
import { runExpanded, type Answer } from './run.ts'
import { validateInput, type ValidInput } from './validation.ts'
import { answerReplay, answerWrite } from './write.ts'

/**
 * The pipeline. The middleware of app.ts has assigned an id, recognized the caller and counted the request.
 * Then: sunset → authenticate → validate → authorize → prepare → idempotency → run → parse the response → audit
 * → respond.
 */
export const mountOperations = (
  app: Hono<HttpEnv>,
  operations: readonly Operation[],
  services: Services,
) => {
  for (const [method, path] of shadowed(operations)) app.on(method, path, notTaken)
  for (const operation of operations) {
    app.on(operation.method.toUpperCase(), routerPath(operation), (c) =>
      handle(services, operation, c),
    )
  }
}

/** Prevents a literal path from matching a pattern: `/v1/children/search` is not a child, so it has no PATCH. */
export const notTaken = (c: HttpContext) => c.notFound()

/** Methods that a matching pattern has, but a literal path has not. */
const shadowed = (operations: readonly Operation[]): [method: string, path: string][] => {
  const taken = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  const patterns = operations
    .filter(({ path }) => path.includes('{'))
    .map(({ method, path }) => ({
      method,
      pattern: new RegExp(
        `^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`,
      ),
    }))
  const literals = new Set(operations.map(({ path }) => path).filter((path) => !path.includes('{')))
  return [...literals].flatMap((path) =>
    patterns
      .filter(({ method, pattern }) => pattern.test(path) && !taken.has(`${method} ${path}`))
      .map(({ method }): [string, string] => [method.toUpperCase(), path]),
  )
}

const handle = (services: Services, operation: Operation, c: HttpContext) =>
  operation.streams && wantsEvents(c)
    ? answerByEvents(c, (listener) => handleCall(services, operation, c, listener))
    : handleCall(services, operation, c, {})

const handleCall = async (
  services: Services,
  operation: Operation,
  c: HttpContext,
  listener: Listener,
) => {
  const params = c.req.param() as Record<string, string>
  c.set('operation', operation.id)
  try {
    announce(operation, c, params)
    return respond(operation, c, await answer(services, operation, c, params, listener))
  } catch (error) {
    const ctx = contextOf(services, c, operation.id)
    return refuse(services, c, ctx, error, subjectOf(params['id']))
  }
}

/** Answers a call. The files of a form are kept only if the call recorded them. */
const answer = async (
  services: Services,
  operation: Operation,
  c: HttpContext,
  params: Record<string, string>,
  listener: Listener,
): Promise<Answer> => {
  const form = operation.form && new ReceivedForm(operation.form)
  const ctx = contextOf(services, c, operation.id)
  try {
    const answered = await decide(services, operation, c, { params, form, listener })
    if (answered.replayed) await form?.discard(ctx)
    return answered
  } catch (error) {
    // If the result of COMMIT is unknown, a record may refer to the files, so `tidyFiles` decides later.
    if (error instanceof DomainError && isPermanent(error)) await form?.discard(ctx)
    throw error
  }
}

/**
 * Decides with the cached caller while the database verifies it, and decides again if the caller has changed.
 * Nothing is committed or sent before the caller is confirmed.
 */
const decide = async (
  services: Services,
  operation: Operation,
  c: HttpContext,
  {
    params,
    form,
    listener,
  }: { params: Record<string, string>; form: ReceivedForm | undefined; listener: Listener },
): Promise<Answer> => {
  let input: Promise<ValidInput> | undefined
  let prepared: { value: unknown } | undefined
  for (;;) {
    const ctx = contextOf(services, c, operation.id)
    try {
      refuseAfterSunset(operation, ctx)
      const caller = recognized(c)
      input ??= validateInput(operation, c.req.raw, params)
      const asked = await input
      ctx.actor = authorizeCall(operation, caller, asked)
      if (operation.method === 'get')
        return await answerRead(services, { operation, c }, ctx, caller, asked)
      const valid = { ...asked, ...(await form?.content(services, ctx, c.req.raw)) }
      const keyed = keyedRequest(c.req.raw, keyHolderOf(ctx.actor), valid.rawBody)
      if (operation.prepare && !prepared) {
        const outcome = await prepareCall(operation, ctx, caller, keyed, valid, listener)
        if ('replay' in outcome) return await answerReplay(services, ctx, outcome.replay)
        prepared = outcome
        // The call may have waited, so it is decided again, and verified within the transaction.
        await recognize(services, c)
        continue
      }
      const call = { operation, input: valid, prepared: prepared?.value }
      return await answerWrite(services, call, ctx, caller, keyed)
    } catch (error) {
      const cause = await c
        .get('caller')
        ?.confirmation.settle()
        .then(
          () => error,
          (reason: unknown) => reason,
        )
      if (!(cause instanceof CallerChanged)) throw cause ?? error
      await recognize(services, c)
    }
  }
}

/** A header for files only: a browser would save a problem document under the name of the file. */
const OF_THE_FILE = 'Content-Disposition'

/**
 * Adds the headers that an operation declares, even to errors. In `</v1/children/{id}>`, the id of this call's
 * record is inserted.
 */
const announce = (operation: Operation, c: HttpContext, params: Record<string, string>) => {
  const { headers = {} } = operation
  if (itemOfList(operation)) c.get('headers')['Vary'] = 'Accept'
  for (const [name, value] of Object.entries(headers))
    if (name !== OF_THE_FILE) c.get('headers')[name] = expand(value, params)
}

const fileHeaders = ({ headers = {}, produces }: Operation, c: HttpContext) => ({
  ...(produces && { 'Content-Type': produces }),
  ...(headers[OF_THE_FILE] && {
    [OF_THE_FILE]: expand(headers[OF_THE_FILE], c.req.param()),
  }),
})

const expand = (template: string, params: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const refuseAfterSunset = ({ sunset }: Operation, ctx: Context): void => {
  if (sunset && ctx.platform.clock.now() >= sunset) {
    throw new DomainError(
      'version_sunset',
      'This version has been shut down. Use the successor that the Link header names.',
    )
  }
}

/** The actor of the caller in this call: the widest one that has all required permissions. */
const authorizeCall = (operation: Operation, caller: Principal, input: ValidInput): Actor => {
  assertAdmitted(caller, operation.method.toUpperCase())
  const needs = [
    ...operation.permissions,
    ...expansionNeeds(askedFor(operation, input.query)),
    ...(operation.alsoNeeds?.(input) ?? []),
  ] as const
  const actor = actorFor(caller.actors, needs)
  authorize(actor, needs)
  return actor
}

/** Answers a read. Its audit row is committed, in a batch, before the response is sent. */
const answerRead = async (
  services: Services,
  { operation, c }: { operation: Operation; c: HttpContext },
  ctx: OutsideContext,
  caller: Principal,
  input: ValidInput,
): Promise<Answer> => {
  const call = { operation, input, prepared: undefined }
  const answer = await (wantsCsv(operation, c) ? readAsCsv(call, ctx, c) : runExpanded(call, ctx))
  await caller.confirmation.settle()
  const subject = subjectOf((input.params as { id?: string } | undefined)?.id)
  const children = disclosedChildren(operation.response, answer.value)
  await record(services, ctx, {
    outcome: 'ALLOWED',
    httpStatus: operation.status,
    ...(subject && { subject }),
    ...disclosure(ctx.actor, children),
  })
  return answer
}

const respond = (
  operation: Operation,
  c: HttpContext,
  { status, body, value, file, replayed }: Answer,
) => {
  if (file) return send(c, status, file.content, file.headers)
  if (operation.produces && value instanceof Uint8Array)
    return send(c, status, value as Uint8Array<ArrayBuffer>, fileHeaders(operation, c))
  const { id, version } = (value ?? JSON.parse(body)) as {
    id?: string | null
    version?: number
  }
  return send(c, status, body, {
    'Content-Type': 'application/json',
    ...(version !== undefined && { ETag: `"${version}"` }),
    ...(status === 201 &&
      // A dry run has no Location.
      id &&
      !operation.path.includes('{') && { Location: `${operation.path}/${id}` }),
    ...(replayed && { 'Idempotent-Replayed': 'true' }),
  })
}
