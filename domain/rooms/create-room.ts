import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { freshRecord } from '../core/record-ref.ts'
import { assertReferences } from '../core/references.ts'
import { transact } from '../core/transaction.ts'
import { toRoom, type CreateRoom, type Room } from './schemas.ts'

export const createRoom = (ctx: Context, input: CreateRoom): Promise<Room> =>
  transact(ctx, 'rooms:write', async (tx) => {
    await assertReferences(tx, 'location', { locationId: input.locationId })
    const row = await tx.db.room.create({ data: { ...freshRecord(tx, newId('room')), ...input } })
    tx.audit({ type: 'room', id: row.id }, undefined, row)
    return toRoom(row)
  })
