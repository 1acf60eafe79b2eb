import type { Attachment as AttachmentModel, Prisma } from '#prisma/generated/client.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

type Fresh = Omit<
  Prisma.AttachmentUncheckedCreateInput,
  'tenantId' | 'createdBy' | 'createdAt' | 'updatedAt'
> & { providerId: string }

/** Records a document of a provider of the centre that was announced or has been stored. */
export const insertProviderDocument = async (
  tx: Transaction,
  { id, ...document }: Fresh,
): Promise<AttachmentModel> => {
  await assertReferences(tx, 'provider', { providerId: document.providerId })
  const row = await tx.db.attachment.create({
    data: { ...freshRecord(tx, id), ...document, createdBy: tx.actor.id },
  })
  tx.created({ type: 'providerDocument', id }, row)
  return row
}
