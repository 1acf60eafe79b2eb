/**
 * The content of a note that is hashed and signed (core/signed-hash.ts), field by field in this order. It
 * excludes the child, which follows from the session, because a merge moves records of a duplicate child.
 */
import type {
  Session,
  SessionGoal,
  SessionNote,
  SessionNoteAddendum,
  SessionParticipant,
} from '#prisma/generated/client.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import { hashOf, signing } from '#platform/core/crypto/signing.ts'

const SESSION = 'therapy-care.signed-session.v1'
const NOTE = 'therapy-care.session-note.v1'
const NOTE_IN_SECTIONS = 'therapy-care.session-note-in-sections.v1'
const SIGNATURE = 'therapy-care.note-signature.v3'
const ADDENDUM = 'therapy-care.note-addendum.v3'

/** The hash that a signature covers: the text, its author, and its session. That of a SOAP note never changes. */
export const contentHash = (note: NoteContent): string => {
  const about = [
    note.tenantId,
    note.id,
    note.sessionId,
    String(note.revision),
    note.templateId,
    note.authorId,
  ]
  return note.format === 'SOAP'
    ? hashOf(NOTE, [...about, note.subjective, note.objective, note.assessment, note.plan])
    : hashOf(NOTE_IN_SECTIONS, [...about, note.format, canonicalJson(note.sections)])
}

type NoteContent = Pick<
  SessionNote,
  | 'tenantId'
  | 'id'
  | 'sessionId'
  | 'revision'
  | 'templateId'
  | 'authorId'
  | 'subjective'
  | 'objective'
  | 'assessment'
  | 'plan'
  | 'format'
  | 'sections'
>

/** The facts of a session that a signed note covers. Billing data may change later. */
export interface SessionContent extends Session {
  participants: readonly SessionParticipant[]
  goals: readonly Pick<SessionGoal, 'goalId'>[]
}

/**
 * The session hash that a signature covers, including the supervisor whose signature the note needs. `ended` is
 * whether the session had an end when it was signed; an end added later does not change the hash.
 */
export const sessionHash = (
  session: SessionContent,
  { supervisorId, ended }: { supervisorId: string | null; ended: boolean },
): string =>
  hashOf(SESSION, [
    session.tenantId,
    session.id,
    session.providerId,
    supervisorId,
    String(session.startedAt.getTime()),
    ended && session.endedAt ? String(session.endedAt.getTime()) : null,
    session.attendance,
    canonicalJson(
      session.participants
        .toSorted((a, b) => a.position - b.position)
        .map(({ role, clientId, providerId, title, name }) => [
          role,
          clientId,
          providerId,
          title,
          name,
        ]),
    ),
    canonicalJson(session.goals.map(({ goalId }) => goalId).toSorted()),
  ])

/** Who signed what and when, in whose name, whether on their behalf, and for which supervisor a delegate signed. */
export interface SignatureFacts {
  tenantId: string
  id: string
  noteId: string
  revision: number
  role: string
  actorId: string
  signerName: string
  signerSessionId: string | null
  providerId: string
  onBehalf: boolean
  delegatedById: string | null
  contentHash: string
  sessionHash: string
  sessionEnded: boolean
  keyId: string
  signedAt: Date
}

export const signatureHash = (facts: SignatureFacts): string =>
  hashOf(SIGNATURE, [
    facts.tenantId,
    facts.id,
    facts.noteId,
    String(facts.revision),
    facts.role,
    facts.actorId,
    facts.signerName,
    facts.signerSessionId,
    facts.providerId,
    String(facts.onBehalf),
    facts.delegatedById,
    facts.contentHash,
    facts.keyId,
    String(facts.signedAt.getTime()),
    facts.sessionHash,
    String(facts.sessionEnded),
  ])

/** An addendum contains the hash of its predecessor, which is the note or the previous addendum. */
export const addendumHash = (addendum: Omit<SessionNoteAddendum, 'hash' | 'signature'>): string =>
  hashOf(ADDENDUM, [
    addendum.tenantId,
    addendum.id,
    addendum.noteId,
    String(addendum.number),
    addendum.text,
    addendum.authorId,
    addendum.signerName,
    addendum.signerSessionId,
    addendum.providerId,
    String(addendum.onBehalf),
    addendum.previousHash,
    addendum.keyId,
    String(addendum.createdAt.getTime()),
  ])

export const noteSignature = signing(SIGNATURE)
export const addendumSignature = signing(ADDENDUM)
