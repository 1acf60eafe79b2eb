import { addSessionNote } from '../../domain/sessions/add-session-note.ts'
import { createSession } from '../../domain/sessions/create-session.ts'
import {
  CreateSessionNote,
  PatchSessionNote,
  SessionNote,
} from '../../domain/sessions/note-schemas.ts'
import { patchSessionNote } from '../../domain/sessions/patch-session-note.ts'
import { patchSession } from '../../domain/sessions/patch-session.ts'
import {
  getSession,
  listSessionNotes,
  listSessions,
  SessionNoteQuery,
  SessionQuery,
} from '../../domain/sessions/queries.ts'
import { CreateSession, PatchSession, Session } from '../../domain/sessions/schemas.ts'
import { signSessionNote } from '../../domain/sessions/sign-session-note.ts'
import { operation } from '../http/operation.ts'
import { idParam, pageOf } from '../http/shapes.ts'

const tag = 'Sessions'
const params = idParam('session')
const noteParams = idParam('sessionNote')

export const sessionOperations = [
  operation({
    id: 'createSession',
    method: 'post',
    path: '/v1/sessions',
    tag,
    summary: 'Record an unscheduled session',
    description: "An appointment's session comes with its `start` or `complete`.",
    permission: 'sessions:write',
    body: CreateSession,
    status: 201,
    response: Session,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createSession(ctx, body),
  }),
  operation({
    id: 'listSessions',
    method: 'get',
    path: '/v1/sessions',
    tag,
    summary: 'List sessions',
    permission: 'sessions:read',
    query: SessionQuery,
    status: 200,
    response: pageOf(Session),
    run: (ctx, { query }) => listSessions(ctx, query),
  }),
  operation({
    id: 'getSession',
    method: 'get',
    path: '/v1/sessions/{id}',
    tag,
    summary: 'Retrieve a session',
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
    permission: 'sessions:write',
    params,
    body: PatchSession,
    status: 200,
    response: Session,
    errors: ['not_found', 'precondition_failed'],
    run: (ctx, { params, body, version }) => patchSession(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'listSessionNotes',
    method: 'get',
    path: '/v1/sessions/{id}/notes',
    tag,
    summary: "List a session's SOAP notes",
    permission: 'session-notes:read',
    params,
    query: SessionNoteQuery,
    status: 200,
    response: pageOf(SessionNote),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listSessionNotes(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'addSessionNote',
    method: 'post',
    path: '/v1/sessions/{id}/notes',
    tag,
    summary: 'Add a SOAP note to a session',
    description: 'A draft, or with `sign` a signed note, which cannot be changed any more.',
    permission: 'session-notes:write',
    params,
    body: CreateSessionNote,
    status: 201,
    response: SessionNote,
    errors: ['not_found', 'conflict'],
    events: ['session.note_added'],
    run: (ctx, { params, body }) => addSessionNote(ctx, { ...params, note: body }),
  }),
  operation({
    id: 'patchSessionNote',
    method: 'patch',
    path: '/v1/session-notes/{id}',
    tag,
    summary: 'Change a draft note',
    permission: 'session-notes:write',
    params: noteParams,
    body: PatchSessionNote,
    status: 200,
    response: SessionNote,
    errors: ['not_found', 'precondition_failed', 'invalid_transition'],
    run: (ctx, { params, body, version }) =>
      patchSessionNote(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'signSessionNote',
    method: 'post',
    path: '/v1/session-notes/{id}/sign',
    tag,
    summary: 'Sign a note',
    permission: 'session-notes:write',
    params: noteParams,
    status: 200,
    response: SessionNote,
    errors: ['not_found', 'precondition_failed', 'invalid_transition', 'conflict'],
    run: (ctx, { params, version }) => signSessionNote(ctx, { ...params, version }),
  }),
]
