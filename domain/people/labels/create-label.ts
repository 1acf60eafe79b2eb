import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { toLabel, type CreateLabel, type Label } from './schemas.ts'

export const createLabel = (ctx: Context, input: CreateLabel): Promise<Label> =>
  transact(ctx, 'labels:write', async (tx) => {
    const row = await tx.db.label.create({ data: { ...freshRecord(tx, newId('label')), ...input } })
    tx.created({ type: 'label', id: row.id }, row)
    return toLabel(row)
  })
