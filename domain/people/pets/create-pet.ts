import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { toPet, type CreatePet, type Pet } from './schemas.ts'

export const createPet = (ctx: Context, input: CreatePet): Promise<Pet> =>
  transact(ctx, 'pets:write', async (tx) => {
    await assertReferences(tx, 'client', { clientId: input.clientId })
    const row = await tx.db.pet.create({ data: { ...freshRecord(tx, newId('pet')), ...input } })
    tx.created({ type: 'pet', id: row.id }, row)
    return toPet(row)
  })
