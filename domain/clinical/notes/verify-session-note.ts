import type {
  SessionNote as SessionNoteModel,
  SessionNoteAddendum,
  SessionNoteSignature,
} from '#prisma/generated/client.ts'
import { recordedParts } from '#platform/audit/recorded-parts.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { verificationKey } from '#platform/identity/signing-keys.ts'
import {
  addendumHash,
  addendumSignature,
  contentHash,
  noteSignature,
  sessionHash,
  signatureHash,
  type SessionContent,
} from './content-hash.ts'
import { loadWholeSession } from '../sessions/queries.ts'
import { loadAddenda, loadSessionNote } from './queries.ts'
import { toSignature, type NoteVerification } from './schemas.ts'
import { provenStatus } from './proven-status.ts'

/**
 * Recomputes the hashes of a note, its session and its addenda, compares them with the signed hashes, and
 * compares the existing records with those in the sealed audit trail. It names the altered part, even if the
 * database's triggers were bypassed.
 */
export const verifySessionNote = (
  ctx: Context,
  { id }: { id: string },
): Promise<NoteVerification> =>
  read(ctx, 'session-notes:read', async (reader) => {
    const note = await loadSessionNote(reader, id)
    const signatures = await reader.db.sessionNoteSignature.findMany({
      where: { tenantId: reader.tenantId, noteId: id },
      orderBy: [{ revision: 'asc' }, { signedAt: 'asc' }, { role: 'asc' }],
    })
    const addenda = await loadAddenda(reader, id)
    const session = await loadWholeSession(reader, note.sessionId)
    const checkedSignatures = await Promise.all(
      signatures.map(async (it) => ({
        ...toSignature(it),
        problem: await signatureProblem(reader.platform, { note, session }, it),
      })),
    )
    const checkedAddenda = await Promise.all(
      addenda.map(async (it, index) => ({
        id: it.id,
        number: it.number,
        problem: await addendumProblem(reader.platform, it, {
          number: index + 1,
          previousHash: addenda[index - 1]?.hash ?? contentHash(note),
        }),
      })),
    )
    const missing = missingRoles(note, signatures)
    const there = new Set([...signatures, ...addenda].map((it) => it.id))
    const recorded = await recordedParts(reader, id, ['noteSignature', 'noteAddendum'])
    const lost = recorded.filter((part) => !there.has(part.id)).map((part) => part.id)
    const proven = provenStatus(note, signatures, addenda.length)
    const problem = note.status === proven ? null : 'status_changed'
    const problems = [...checkedSignatures, ...checkedAddenda].some(({ problem }) => problem)
    return {
      noteId: id,
      status: note.status as NoteVerification['status'],
      contentHash: contentHash(note),
      valid: missing.length === 0 && lost.length === 0 && problem === null && !problems,
      problem,
      missing,
      lost,
      signatures: checkedSignatures,
      addenda: checkedAddenda,
    }
  })

type Problem = 'content_changed' | 'session_changed' | 'signature_invalid' | 'chain_broken' | null

/**
 * The text of an earlier revision is lost when the note is returned. Its signature still proves who signed
 * which hash and when.
 */
const signatureProblem = async (
  platform: Platform,
  { note, session }: { note: SessionNoteModel; session: SessionContent },
  signature: SessionNoteSignature,
): Promise<Problem> => {
  const key = await verificationKey(platform, 'audit_seal', signature.keyId)
  if (!key || !noteSignature.verify(signatureHash(signature), signature.signature, key))
    return 'signature_invalid'
  if (signature.revision !== note.revision) return null
  if (signature.contentHash !== contentHash(note)) return 'content_changed'
  const { sessionHash: signed, sessionEnded: ended } = signature
  const { supervisorId } = note
  return signed === sessionHash(session, { supervisorId, ended }) ? null : 'session_changed'
}

const addendumProblem = async (
  platform: Platform,
  addendum: SessionNoteAddendum,
  expected: { number: number; previousHash: string },
): Promise<Problem> => {
  if (addendumHash(addendum) !== addendum.hash) return 'content_changed'
  const key = await verificationKey(platform, 'audit_seal', addendum.keyId)
  if (!key || !addendumSignature.verify(addendum.hash, addendum.signature, key))
    return 'signature_invalid'
  const { number, previousHash } = expected
  return addendum.number === number && addendum.previousHash === previousHash
    ? null
    : 'chain_broken'
}

/** The signatures that the note's state requires and that are missing. */
const missingRoles = (note: SessionNoteModel, signatures: readonly SessionNoteSignature[]) => {
  const there = signatures.filter(({ revision }) => revision === note.revision)
  const promised: ('AUTHOR' | 'COSIGNER')[] = note.status === 'DRAFT' ? [] : ['AUTHOR']
  if (note.supervisorId && note.signedAt) promised.push('COSIGNER')
  return promised.filter((role) => !there.some((it) => it.role === role))
}
