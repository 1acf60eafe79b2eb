import { signerFor } from './rules.ts'
import { noteMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import { assertFreshStepUp } from '#platform/core/access/assert-fresh-step-up.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { signingKeyObject } from '#platform/identity/signing-keys.ts'
import { addendumHash, addendumSignature, contentHash } from './content-hash.ts'
import { namedSigner } from './named-signer.ts'
import { noteFacts } from './note-facts.ts'
import { loadAddenda } from './queries.ts'
import { sessionNoteRecord } from './record.ts'
import { toAddendum, type Addendum } from './schemas.ts'
import { noteEvents } from './events.ts'

/**
 * Adds later findings to a signed note. An addendum is signed when it is written, and contains the hash of the
 * note or the previous addendum.
 */
export const addSessionNoteAddendum = async (
  ctx: Context,
  { text, ...ref }: RecordRef & { text: string },
): Promise<Addendum> => {
  let addendum: Addendum | undefined
  await moveRecord(ctx, ref, sessionNoteRecord, noteMoves, 'addSessionNoteAddendum', {
    fields: async (_, tx) => {
      await assertFreshStepUp(tx)
      return {}
    },
    effects: async (tx, note) => {
      const about = await noteFacts(tx, note)
      const before = (await loadAddenda(tx, note.id)).at(-1)
      const { kid, privateKey } = await signingKeyObject(tx.platform, 'audit_seal')
      const facts = {
        tenantId: tx.tenantId,
        id: newId('noteAddendum'),
        noteId: note.id,
        number: (before?.number ?? 0) + 1,
        text,
        authorId: tx.actor.id,
        ...(await namedSigner(tx)),
        ...signerFor(tx.actor, about.providerId),
        previousHash: before?.hash ?? contentHash(note),
        keyId: kid,
        createdAt: tx.now,
      }
      const hash = addendumHash(facts)
      const data = { ...facts, hash, signature: addendumSignature.sign(hash, privateKey) }
      const row = await tx.db.sessionNoteAddendum.create({ data })
      const subject = { type: 'noteAddendum', id: row.id } as const
      tx.created(subject, row)
      tx.emit(noteEvents['session_note.amended'], subject, { ...about, addendumId: row.id })
      addendum = toAddendum(row)
    },
  })
  return addendum!
}
