import type { Context } from '#platform/core/context/context.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord, inTenant } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { toAttachment, type Attachment, type CreateAttachment } from './schemas.ts'

/** Announces a file of a child. Its bytes are uploaded through the link of `/upload-link`. */
export const createAttachment = (ctx: Context, input: CreateAttachment): Promise<Attachment> =>
  transact(ctx, 'attachments:write', async (tx) => {
    await assertReferences(tx, 'child', { childId: input.childId })
    if (input.sessionId) {
      const session = await tx.db.session.findFirst({ where: inTenant(tx, input.sessionId) })
      if (!session) throw invalidReference('sessionId', 'session')
      if (session.childId !== input.childId)
        throw invalid(
          'sessionId',
          'mismatch',
          'The session belongs to another child. Send a session of this child.',
        )
    }
    const row = await tx.db.attachment.create({
      data: {
        ...freshRecord(tx, newId('attachment')),
        ...input,
        status: 'PENDING',
        createdBy: tx.actor.id,
      },
    })
    tx.created({ type: 'attachment', id: row.id }, row)
    return toAttachment(row)
  })
