import { z } from 'zod'
import { actorFor } from '#platform/core/access/permissions.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { MINUTE_MS } from '#platform/core/time/time.ts'
import type { SignedIn } from '#platform/identity/create-identity.ts'
import { csrfTokenOf } from '#platform/identity/sessions.ts'
import { centreTimeZone } from '#messaging/worklist/centre-time-zone.ts'
import { findDecision } from '#messaging/worklist/find-decision.ts'
import { getWorklistEntry } from '#messaging/worklist/get-worklist-entry.ts'
import { listWorklist } from '#messaging/worklist/list-worklist.ts'
import { WorklistQuery, type WorklistEntry } from '#messaging/worklist/schemas.ts'
import { childrenIn, disclosure } from '../http/disclosed-children.ts'
import { dispatch } from '../http/dispatch.ts'
import type { HttpContext } from '../http/http-context.ts'
import { record, send, wantsPage } from '../http/call.ts'
import { count } from '../http/count.ts'
import { assertSameOrigin, isCsrfToken, setCookie } from '../http/session-cookie.ts'
import type { Services } from '../services.ts'
import { parse, readBodyOf } from './passkeys.ts'
import type { Serve } from './public-route.ts'
import { asPerson, callerOf, EVERYTHING, guarded, sendPage } from './sign-in.ts'
import { answersOf, fieldsOfAction } from './worklist-answers.ts'
import { hasDetails, type ShownRecord } from './worklist-details.ts'
import {
  donePage,
  entryPage,
  refusedPage,
  settledPage,
  worklistPage,
  type Timed,
} from './worklist-page.ts'

/** How long the way back to a page is kept while a person signs in. */
const SIGN_IN_TAKES_MS = 30 * MINUTE_MS
const ENTRIES_SHOWN = 50

/** Shows the worklist of the person, or one entry with its forms. Changes nothing: `answerWorklist` does. */
export const showWorklist: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    const caller = await personOf(services, c)
    if (!caller) return signInFirst(services, c, '/sign-in')
    const entryId = c.req.query('entry')
    const person = actingAs(ctx, caller)
    const timed = { now: services.platform.clock.now(), timeZone: await centreTimeZone(person) }
    if (entryId !== undefined) return showEntry(services, c, person, { caller, entryId, ...timed })
    const list = (query: object) =>
      listWorklist(person, WorklistQuery.parse({ limit: String(ENTRIES_SHOWN), ...query }))
    const mine = await list({ assigneeId: 'me' })
    const open = await list({ view: 'UNASSIGNED' })
    await recordRead(services, person, [...mine.data, ...open.data])
    const limit = mine.hasMore || open.hasMore ? ENTRIES_SHOWN : undefined
    return sendPage(c, 200, worklistPage({ mine: mine.data, open: open.data, limit, ...timed }))
  })

/** Does what the person chose, by the operation of the API and with its checks. */
export const answerWorklist: Serve = (services, c, action) =>
  guarded(services, c, action, async (ctx) => {
    assertSameOrigin(services, c)
    const { entry: entryId, csrf, act, ...given } = parse('entry', Answer, await readBodyOf(c))
    const caller = await personOf(services, c)
    if (!caller) return signInFirst(services, c, '/sign-in', entryId)
    await count(services, c, { key: `client:${caller.callerId}` })
    const person = actingAs(ctx, caller)
    if (!isCsrfToken(services, caller.session.id, csrf))
      throw new DomainError('cross_site_request', 'This page is too old. Open it again.')
    const entry = await entryOrDecision(person, entryId)
    if (!('title' in entry))
      return sendPage(c, 410, settledPage({ ...entry, timeZone: await centreTimeZone(person) }))
    const chosen = offeredBy(entry).find(({ operation }) => operation === act)
    if (!chosen)
      throw invalid('act', 'invalid_value', 'You cannot do this now. Open the page again.')
    const body = answersOf(chosen.fields, given)
    const { method, path } = chosen
    const { status, body: answer } = await dispatch(services, c, caller, { method, path, body })
    if (status < 300) return sendPage(c, 200, donePage(chosen.operation))
    if (answer['code'] === 'step_up_required')
      return signInFirst(services, c, '/sign-in/step-up', entryId)
    return sendPage(c, status, refusedPage(entryId, String(answer['detail'])))
  })

const Answer = z.object({
  entry: z.string().max(300),
  csrf: z.string().max(200),
  act: z.string().max(100),
  reason: z.string().max(2_000).optional(),
  note: z.string().max(2_000).optional(),
  comment: z.string().max(2_000).optional(),
})

const showEntry = async (
  services: Services,
  c: HttpContext,
  person: OutsideContext,
  { caller, entryId, ...timed }: { caller: SignedIn; entryId: string } & Timed,
): Promise<Response> => {
  const entry = await entryOrDecision(person, entryId)
  if (!('title' in entry)) return sendPage(c, 410, settledPage({ ...entry, ...timed }))
  await recordRead(services, person, [entry])
  const records = await recordsOf(services, c, caller, entry)
  const acts = offeredBy(entry)
  const csrf = csrfTokenOf(services.platform, caller.session.id)
  return sendPage(c, 200, entryPage({ entry, records, acts, csrf, ...timed }))
}

/** The actions that the page offers, with the fields of their forms. */
const offeredBy = ({ actions }: WorklistEntry) =>
  actions.flatMap((action) => {
    const fields = fieldsOfAction(action.operation)
    return fields ? [{ ...action, fields }] : []
  })

/** The entry, or who ended the wait if it is over. Strangers learn neither. */
const entryOrDecision = async (person: OutsideContext, entryId: string) => {
  try {
    return await getWorklistEntry(person, { entryId })
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error
    const decision = await findDecision(person, { entryId })
    if (!decision) throw error
    return decision
  }
}

/** The records behind the actions, read with the person’s own rights. */
const recordsOf = async (
  services: Services,
  c: HttpContext,
  caller: SignedIn,
  { actions }: WorklistEntry,
): Promise<{ operation: string; record: ShownRecord }[]> => {
  const found = []
  for (const { operation, path } of actions.filter((it) => hasDetails(it.operation))) {
    const read = { method: 'GET', path: path.slice(0, path.lastIndexOf('/')) }
    const { status, body: record } = await dispatch(services, c, caller, read)
    if (status === 200) found.push({ operation, record })
  }
  return found
}

const personOf = async (services: Services, c: HttpContext): Promise<SignedIn | undefined> => {
  const caller = await callerOf(services, c, { factor: true })
  return caller?.session.awaitsFactor ? undefined : caller
}

/** The context of the person, with the widest sight that may read the worklist. */
const actingAs = (ctx: OutsideContext, caller: SignedIn): OutsideContext => ({
  ...asPerson(ctx, caller),
  actor: actorFor(caller.actors, ['tasks:read']),
})

/** Leads to the page after the person has signed in or proved their identity. */
const signInFirst = (
  services: Services,
  c: HttpContext,
  location: '/sign-in' | '/sign-in/step-up',
  entryId = c.req.query('entry'),
): Response => {
  if (!wantsPage(c))
    throw new DomainError('unauthenticated', 'You are not signed in. Sign in at /sign-in first.')
  const expires = new Date(services.platform.clock.now().getTime() + SIGN_IN_TAKES_MS)
  setCookie(services, c, 'therapy_return', { value: entryId ?? EVERYTHING, expires })
  return send(c, 303, '', { Location: location })
}

const recordRead = (
  services: Services,
  person: OutsideContext,
  entries: readonly WorklistEntry[],
) => {
  const subject = entries.length === 1 ? subjectOf(entries[0]!.subjectId ?? undefined) : undefined
  return record(services, person, {
    outcome: 'ALLOWED',
    httpStatus: 200,
    ...(subject && { subject }),
    ...disclosure(person.actor, childrenIn(entries)),
  })
}
