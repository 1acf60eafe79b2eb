import type { SessionNote } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { signingKeyObject } from '#platform/identity/signing-keys.ts'
import { loadWholeSession } from '../sessions/queries.ts'
import { contentHash, noteSignature, sessionHash, signatureHash } from './content-hash.ts'
import { namedSigner } from './named-signer.ts'
import type { Cosigner } from './cosigner-for.ts'

/** Signs a note's content and its session with the key that seals the audit trail. */
export const signContent = async (
  tx: Transaction,
  note: SessionNote,
  { role, providerId, onBehalf, delegatedById }: Cosigner & { role: 'AUTHOR' | 'COSIGNER' },
): Promise<void> => {
  const { kid, privateKey } = await signingKeyObject(tx.platform, 'audit_seal')
  const session = await loadWholeSession(tx, note.sessionId)
  const { supervisorId } = note
  const ended = session.endedAt !== null
  const facts = {
    tenantId: tx.tenantId,
    id: newId('noteSignature'),
    noteId: note.id,
    revision: note.revision,
    role,
    actorId: tx.actor.id,
    ...(await namedSigner(tx)),
    providerId,
    onBehalf,
    delegatedById: delegatedById ?? null,
    contentHash: contentHash(note),
    sessionHash: sessionHash(session, { supervisorId, ended }),
    sessionEnded: ended,
    keyId: kid,
    signedAt: tx.now,
  }
  const signature = noteSignature.sign(signatureHash(facts), privateKey)
  await tx.db.sessionNoteSignature.create({ data: { ...facts, signature } })
  tx.created({ type: 'noteSignature', id: facts.id }, facts)
}
