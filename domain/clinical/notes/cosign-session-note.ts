import { assertOtherThanAuthor } from './rules.ts'
import { noteMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { cosignedNoteRecord } from './record.ts'
import { cosignerFor } from './cosigner-for.ts'
import { signContent } from './sign-content.ts'

/** Adds the signature of the note's supervisor or their delegate, which completes the note. */
export const cosignSessionNote = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, cosignedNoteRecord, noteMoves, 'cosign', {
    fields: async (before, tx) => {
      await assertOtherThanAuthor(tx, before)
      return { signedAt: tx.now }
    },
    effects: async (tx, after) => {
      const signer = await cosignerFor(tx, after)
      await signContent(tx, after, { role: 'COSIGNER', ...signer })
    },
  })
