import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { toGuardianship, type CreateGuardianship, type Guardianship } from './schemas.ts'

/** A client is a child's guardian once at a time: `already_exists` otherwise. */
export const createGuardianship = (
  ctx: Context,
  input: CreateGuardianship,
): Promise<Guardianship> =>
  transact(ctx, 'guardianships:write', async (tx) => {
    await assertReferences(tx, 'child', { childId: input.childId })
    await assertReferences(tx, 'client', { clientId: input.clientId })
    await assertReferences(tx, 'payer', { payerId: input.payerId })
    const row = await tx.db.guardianship.create({
      data: { ...freshRecord(tx, newId('guardianship')), ...input },
    })
    tx.created({ type: 'guardianship', id: row.id }, row)
    return toGuardianship(row)
  })
