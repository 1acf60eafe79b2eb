import { createSession } from '#clinical/sessions/create-session.ts'
import { patchSession } from '#clinical/sessions/patch-session.ts'
import { getSession, listSessions, SessionQuery } from '#clinical/sessions/queries.ts'
import { CreateSession, PatchSession, Session, SessionTotal } from '#clinical/sessions/schemas.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf, totalsOf } from '../../http/shapes.ts'

const tag = {
  name: 'Sessions',
  about: 'Treatment sessions: attendance, participants, goals, billable units.',
}
const params = idParam('session')

export const sessionOperations = [
  operation({
    id: 'createSession',
    method: 'post',
    path: '/v1/sessions',
    tag,
    summary: 'Record an unscheduled session',
    description:
      'Use this only for a session without an appointment. `start` and `complete` create the session of an appointment.',
    permission: 'sessions:write',
    body: CreateSession,
    status: 201,
    response: Session,
    errors: ['invalid_reference', 'period_locked'],
    events: ['session.created'],
    run: (ctx, { body }) => createSession(ctx, body),
  }),
  operation({
    id: 'listSessions',
    method: 'get',
    path: '/v1/sessions',
    tag,
    summary: 'List sessions',
    description: 'Newest first, including sessions in progress.',
    permission: 'sessions:read',
    query: SessionQuery,
    status: 200,
    response: pageOf(Session, totalsOf(SessionTotal)),
    run: (ctx, { query }) => listSessions(ctx, query),
  }),
  operation({
    id: 'getSession',
    method: 'get',
    path: '/v1/sessions/{id}',
    tag,
    summary: 'Retrieve a session',
    description: 'Returns the time of the treatment, who was present, and what can be charged.',
    permission: 'sessions:read',
    params,
    status: 200,
    response: Session,
    errors: ['not_found'],
    run: (ctx, { params }) => getSession(ctx, params),
  }),
  operation({
    id: 'patchSession',
    method: 'patch',
    path: '/v1/sessions/{id}',
    tag,
    summary: 'Change a session',
    description:
      'After a note of the session is signed, or while it awaits a co-signature, the session’s times, attendance, participants and goals cannot change (`note_signed`, with `locked` and `noteId`). Billing members can still change.',
    permission: 'sessions:write',
    params,
    body: PatchSession,
    status: 200,
    response: Session,
    errors: [...CHANGE_ERRORS, 'invalid_reference', 'note_signed', 'period_locked'],
    events: ['session.updated'],
    run: (ctx, { params, body, version }) => patchSession(ctx, { ...params, version, patch: body }),
  }),
]
