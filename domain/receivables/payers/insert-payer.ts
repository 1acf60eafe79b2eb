import type { Payer as PayerRow, Prisma } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

type Fields = Omit<
  Prisma.PayerUncheckedCreateInput,
  'tenantId' | 'id' | 'createdAt' | 'updatedAt' | 'version'
>

/** Writes a payer, with its audit entry and event. */
export const insertPayer = async (tx: Transaction, fields: Fields): Promise<PayerRow> => {
  const row = await tx.db.payer.create({ data: { ...freshRecord(tx, newId('payer')), ...fields } })
  tx.created({ type: 'payer', id: row.id }, row)
  return row
}
