import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { toSupervision, type CreateSupervision, type Supervision } from './schemas.ts'

/**
 * Starts a supervision: from now on, the provider's notes also need the supervisor's signature. A provider has
 * only one supervisor at a time.
 */
export const createSupervision = (ctx: Context, input: CreateSupervision): Promise<Supervision> =>
  transact(ctx, 'supervisions:write', async (tx) => {
    const { providerId, supervisorId } = input
    await assertReferences(tx, 'provider', { providerId, supervisorId })
    if (providerId === supervisorId)
      throw invalid(
        'supervisorId',
        'same_record',
        'A person cannot supervise themselves. Choose another supervisor.',
      )
    const row = await tx.db.supervision.create({
      data: { ...freshRecord(tx, newId('supervision')), ...input },
    })
    tx.created({ type: 'supervision', id: row.id }, row)
    return toSupervision(row)
  })
