import { addSessionNoteAddendum } from '#clinical/notes/add-session-note-addendum.ts'
import { cosignSessionNote } from '#clinical/notes/cosign-session-note.ts'
import { listSessionNoteAddenda } from '#clinical/notes/queries.ts'
import { COSIGNING_NEEDS } from '#clinical/notes/record.ts'
import { returnSessionNote } from '#clinical/notes/return-session-note.ts'
import {
  Addendum,
  CreateAddendum,
  NoteVerification,
  ReturnSessionNote,
  SessionNote,
} from '#clinical/notes/schemas.ts'
import { signSessionNote } from '#clinical/notes/sign-session-note.ts'
import { verifySessionNote } from '#clinical/notes/verify-session-note.ts'
import { SIGNED_TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, listOf } from '../../http/shapes.ts'

const tag = 'Notes'
const signs = (whom: string) =>
  `Only ${whom} in person, or a key with the scope \`signatures-on-behalf\`, can sign. A key bound to a provider signs only as that provider.`
const params = idParam('sessionNote')

export const noteSignatureOperations = [
  operation({
    id: 'signSessionNote',
    method: 'post',
    path: '/v1/session-notes/{id}/sign',
    tag,
    summary: 'Sign a note',
    description: `Signs your own note. If the provider is supervised, the note becomes AWAITING_COSIGN, and \`session_note.awaiting_cosign\` is sent instead of \`session_note.signed\`. ${signs("the session's provider")}`,
    permission: 'session-notes:write',
    params,
    status: 200,
    response: SessionNote,
    example: { status: 'SIGNED', signedAt: EXAMPLE_INSTANT },
    errors: [
      'step_up_required',
      ...SIGNED_TRANSITION_ERRORS,
      'note_empty',
      'note_incomplete',
      'wrong_signer',
    ],
    events: ['session_note.signed'],
    plansOnce: true,
    run: (ctx, { params, version }) => signSessionNote(ctx, { ...params, version }),
  }),
  operation({
    id: 'cosignSessionNote',
    method: 'post',
    path: '/v1/session-notes/{id}/cosign',
    tag,
    summary: 'Co-sign a supervised provider’s note',
    description: signs('the supervisor'),
    permission: COSIGNING_NEEDS,
    params,
    status: 200,
    response: SessionNote,
    example: { status: 'SIGNED', signedAt: EXAMPLE_INSTANT },
    errors: [...SIGNED_TRANSITION_ERRORS, 'wrong_signer', 'second_person_required'],
    events: ['session_note.signed'],
    run: (ctx, { params, version }) => cosignSessionNote(ctx, { ...params, version }),
  }),
  operation({
    id: 'returnSessionNote',
    method: 'post',
    path: '/v1/session-notes/{id}/return',
    tag,
    summary: 'Return a note to its author',
    description: signs('the supervisor'),
    permission: COSIGNING_NEEDS,
    params,
    body: ReturnSessionNote,
    status: 200,
    response: SessionNote,
    errors: [...SIGNED_TRANSITION_ERRORS, 'wrong_signer', 'second_person_required'],
    events: ['session_note.returned'],
    run: (ctx, { params, body, version }) =>
      returnSessionNote(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'listSessionNoteAddenda',
    method: 'get',
    path: '/v1/session-notes/{id}/addenda',
    tag,
    summary: "List a note's addenda",
    description: 'Lists addenda in the order in which they were added.',
    permission: 'session-notes:read',
    params,
    status: 200,
    response: listOf(Addendum),
    errors: ['not_found'],
    run: (ctx, { params }) => listSessionNoteAddenda(ctx, params),
  }),
  operation({
    id: 'addSessionNoteAddendum',
    method: 'post',
    path: '/v1/session-notes/{id}/addenda',
    tag,
    summary: 'Add an addendum to a signed note',
    description: `An addendum is signed when it is written, and is linked to the text before it. ${signs("the session's provider")}`,
    permission: 'session-notes:write',
    params,
    body: CreateAddendum,
    status: 201,
    response: Addendum,
    errors: [...SIGNED_TRANSITION_ERRORS, 'wrong_signer', 'step_up_required'],
    events: ['session_note.amended'],
    run: (ctx, { params, body, version }) =>
      addSessionNoteAddendum(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'verifySessionNote',
    method: 'get',
    path: '/v1/session-notes/{id}/verification',
    tag,
    summary: 'Verify a note against its signatures',
    description:
      'Computes the hashes again. `problem` shows how the note differs from what was signed.',
    permission: 'session-notes:read',
    params,
    status: 200,
    response: NoteVerification,
    errors: ['not_found'],
    run: (ctx, { params }) => verifySessionNote(ctx, params),
  }),
]
