import { addSessionNote } from '#clinical/notes/add-session-note.ts'
import { patchSessionNote } from '#clinical/notes/patch-session-note.ts'
import {
  getSessionNote,
  listNotesOfSession,
  listNoteVersions,
  listSessionNotes,
  NotesOfSessionQuery,
  SessionNoteQuery,
} from '#clinical/notes/queries.ts'
import {
  CreateSessionNote,
  NoteVersion,
  PatchSessionNote,
  SessionNote,
} from '#clinical/notes/schemas.ts'
import { takeOverSessionNote } from '#clinical/notes/take-over-session-note.ts'
import { SIGNED_TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Notes',
  about:
    'Notes of sessions, in SOAP or another format: drafts, signatures, addenda and their verification.',
}
const signs = (whom: string) =>
  `Only ${whom} in person, or a key with the scope \`signatures-on-behalf\`, can sign. A key bound to a provider signs only as that provider.`
const ofSession = idParam('session')
const params = idParam('sessionNote')

export const sessionNoteOperations = [
  operation({
    id: 'listSessionNotes',
    method: 'get',
    path: '/v1/session-notes',
    tag,
    summary: 'List notes',
    description:
      "Newest first. For a therapist's drafts, use `status=DRAFT&authorId=usr_…`. For notes that await a supervisor's co-signature, use `status=AWAITING_COSIGN&supervisorId=prv_…`. For sessions without a signed note, use `GET /v1/sessions?noteSigned=false`.",
    permission: 'session-notes:read',
    query: SessionNoteQuery,
    status: 200,
    response: pageOf(SessionNote),
    run: (ctx, { query }) => listSessionNotes(ctx, query),
  }),
  operation({
    id: 'listNotesOfSession',
    method: 'get',
    path: '/v1/sessions/{id}/notes',
    tag,
    summary: "List a session's notes",
    description: 'Newest first, including drafts and signed notes.',
    permission: 'session-notes:read',
    params: ofSession,
    query: NotesOfSessionQuery,
    status: 200,
    response: pageOf(SessionNote),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listNotesOfSession(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'addSessionNote',
    method: 'post',
    path: '/v1/sessions/{id}/notes',
    tag,
    summary: 'Add a note to a session',
    description: `Creates a draft or, with \`sign\`, a signed note. SOAP is the default \`format\`; DAP, BIRP, NARRATIVE and the centre’s own sections are written into \`sections\`. A signed note never changes, and also sends \`session_note.signed\` or \`session_note.awaiting_cosign\`. ${signs("the session's provider")}`,
    permission: 'session-notes:write',
    params: ofSession,
    body: CreateSessionNote,
    status: 201,
    response: SessionNote,
    errors: [
      'not_found',
      'note_empty',
      'note_incomplete',
      'invalid_reference',
      'wrong_signer',
      'step_up_required',
    ],
    events: ['session.note_added'],
    run: (ctx, { params, body }) => addSessionNote(ctx, { ...params, note: body }),
  }),
  operation({
    id: 'getSessionNote',
    method: 'get',
    path: '/v1/session-notes/{id}',
    tag,
    summary: 'Retrieve a note',
    description: 'Returns the current text, and whether the note is signed.',
    permission: 'session-notes:read',
    params,
    status: 200,
    response: SessionNote,
    errors: ['not_found'],
    run: (ctx, { params }) => getSessionNote(ctx, params),
  }),
  operation({
    id: 'patchSessionNote',
    method: 'patch',
    path: '/v1/session-notes/{id}',
    tag,
    summary: 'Change a draft note',
    description:
      'You can save as often as you like. Saves by the same author within a minute are kept as one version.',
    permission: 'session-notes:write',
    params,
    body: PatchSessionNote,
    status: 200,
    response: SessionNote,
    errors: [...SIGNED_TRANSITION_ERRORS, 'wrong_signer'],
    run: (ctx, { params, body, version }) =>
      patchSessionNote(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'listSessionNoteVersions',
    method: 'get',
    path: '/v1/session-notes/{id}/versions',
    tag,
    summary: 'List the versions of a draft',
    description: 'Returns each saved version of the draft, oldest first.',
    permission: 'session-notes:read',
    params,
    status: 200,
    response: listOf(NoteVersion),
    errors: ['not_found'],
    run: (ctx, { params }) => listNoteVersions(ctx, params),
  }),
  operation({
    id: 'takeOverSessionNote',
    method: 'post',
    path: '/v1/session-notes/{id}/take-over',
    tag,
    summary: 'Take over a draft from its author',
    description:
      'Makes you the author of a draft that another person began. Only the author can change or sign a draft.',
    permission: 'session-notes:write',
    params,
    status: 200,
    response: SessionNote,
    errors: SIGNED_TRANSITION_ERRORS,
    run: (ctx, { params, version }) => takeOverSessionNote(ctx, { ...params, version }),
  }),
]
