import { via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, clinical } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const session = via('session_id', 'sessions', ofChild)
const note = via('note_id', 'session_notes', via('session_id', 'sessions', ofChild))

export const notes = defineResource({
  permissions: {
    'session-notes': {
      about: 'session notes, their signatures and addenda',
      ofPersons: true,
      withoutFreshProof: 'signing a note and adding to one require a proof; a draft does not',
      roles: { read: ['READ_ONLY'], write: ['THERAPIST', 'SUPERVISOR'] },
      scopes: { sessions: ['read', 'write'] },
    },
    cosignatures: {
      about: 'signing a note as its supervisor',
      ofPersons: true,
      freshProof: true,
      roles: { write: ['SUPERVISOR'] },
      scopes: { cosignatures: ['write'] },
    },
    'signatures-on-behalf': {
      about: 'signing with a key on behalf of a provider',
      roles: {},
      forKeysOnly: true,
      scopes: { 'signatures-on-behalf': ['write'] },
    },
  },
  records: {
    sessionNote: {
      prefix: 'nte',
      table: 'session_notes',
      audit: [
        'sessionId',
        'status',
        'format',
        'authorId',
        'signedAt',
        'templateId',
        'supervisorId',
        'revision',
      ],
    },
    noteSignature: {
      prefix: 'sig',
      table: 'session_note_signatures',
      audit: [
        'noteId',
        'revision',
        'role',
        'actorId',
        'providerId',
        'onBehalf',
        'delegatedById',
        'contentHash',
        'sessionHash',
        'sessionEnded',
        'keyId',
        'signature',
        'signedAt',
      ],
    },
    noteAddendum: {
      prefix: 'add',
      table: 'session_note_addenda',
      audit: [
        'noteId',
        'number',
        'authorId',
        'providerId',
        'onBehalf',
        'previousHash',
        'hash',
        'keyId',
        'signature',
      ],
    },
  },
  tables: {
    session_notes: { child: of(session, clinical) },
    session_note_signatures: { child: of(note, clinical) },
    session_note_addenda: { child: of(note, clinical) },
    session_note_versions: { child: of(note, clinical), hasNoId: true },
  },
})
