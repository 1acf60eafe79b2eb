import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { toGuardianship, type CreateGuardianship, type Guardianship } from './schemas.ts'

/**
 * Makes a client a child's guardian. Another guardianship of the same client at the same time is refused with
 * `already_exists`.
 */
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
