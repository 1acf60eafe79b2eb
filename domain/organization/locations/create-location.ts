import type { Context } from '#platform/core/context.ts'
import { newId } from '#platform/core/ids.ts'
import { jsonOrNull } from '#platform/core/json.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { transact } from '#platform/core/transaction.ts'
import { toLocation, type CreateLocation, type Location } from './schemas.ts'

export const createLocation = (ctx: Context, input: CreateLocation): Promise<Location> =>
  transact(ctx, 'locations:write', async (tx) => {
    const row = await tx.db.location.create({
      data: {
        ...freshRecord(tx, newId('location')),
        ...input,
        address: jsonOrNull(input.address ?? null),
        hours: jsonOrNull(input.hours ?? null),
      },
    })
    tx.created({ type: 'location', id: row.id }, row)
    return toLocation(row)
  })
