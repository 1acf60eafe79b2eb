/**
 * What is hashed and signed of a note (core/signed-hash.ts), field by field in this order. The child is
 * not among them: it follows from the session, and records of a child that was registered twice move.
 */
import type { SessionNote, SessionNoteAddendum } from '../../prisma/generated/client.ts'
import { hashOf, signing } from '../core/signed-hash.ts'

const NOTE = 'therapy-care.session-note.v1'
const SIGNATURE = 'therapy-care.note-signature.v2'
const ADDENDUM = 'therapy-care.note-addendum.v2'

/** The hash that a signature stands for: the text, whose it is, and which session it is about. */
export const contentHash = (note: NoteContent): string =>
  hashOf(NOTE, [
    note.tenantId,
    note.id,
    note.sessionId,
    String(note.revision),
    note.templateId,
    note.authorId,
    note.subjective,
    note.objective,
    note.assessment,
    note.plan,
  ])

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
>

/** Who signed what, when, in whose name, and whether on their behalf. */
export interface SignatureFacts {
  tenantId: string
  id: string
  noteId: string
  revision: number
  role: string
  actorId: string
  providerId: string
  onBehalf: boolean
  contentHash: string
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
    facts.providerId,
    String(facts.onBehalf),
    facts.contentHash,
    facts.keyId,
    String(facts.signedAt.getTime()),
  ])

/** An addendum names the hash of what stands before it: the note's, or the addendum's before. */
export const addendumHash = (addendum: Omit<SessionNoteAddendum, 'hash' | 'signature'>): string =>
  hashOf(ADDENDUM, [
    addendum.tenantId,
    addendum.id,
    addendum.noteId,
    String(addendum.number),
    addendum.text,
    addendum.authorId,
    addendum.providerId,
    String(addendum.onBehalf),
    addendum.previousHash,
    addendum.keyId,
    String(addendum.createdAt.getTime()),
  ])

export const noteSignature = signing(SIGNATURE)
export const addendumSignature = signing(ADDENDUM)
