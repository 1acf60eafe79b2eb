import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { freshRecord } from '../core/record-ref.ts'
import { assertReferences } from '../core/references.ts'
import { transact } from '../core/transaction.ts'
import { toPet, type CreatePet, type Pet } from './schemas.ts'

export const createPet = (ctx: Context, input: CreatePet): Promise<Pet> =>
  transact(ctx, 'pets:write', async (tx) => {
    await assertReferences(tx, 'client', { clientId: input.clientId })
    const row = await tx.db.pet.create({ data: { ...freshRecord(tx, newId('pet')), ...input } })
    tx.audit({ type: 'pet', id: row.id }, undefined, row)
    return toPet(row)
  })
