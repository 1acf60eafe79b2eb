import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { toRoom, type CreateRoom, type Room } from './schemas.ts'

export const createRoom = (ctx: Context, input: CreateRoom): Promise<Room> =>
  transact(ctx, 'rooms:write', async (tx) => {
    await assertReferences(tx, 'location', { locationId: input.locationId })
    const row = await tx.db.room.create({ data: { ...freshRecord(tx, newId('room')), ...input } })
    tx.created({ type: 'room', id: row.id }, row)
    return toRoom(row)
  })
