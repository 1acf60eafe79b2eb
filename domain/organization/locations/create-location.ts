import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { placeOfAddress, type Located } from './locate-address.ts'
import { columnsOf, toLocation, type CreateLocation, type Location } from './schemas.ts'

/** @param found the coordinates of the address, if none were given. */
export const createLocation = (
  ctx: Context,
  { coordinates, ...input }: CreateLocation,
  found?: Located,
): Promise<Location> =>
  transact(ctx, 'locations:write', async (tx) => {
    const row = await tx.db.location.create({
      data: {
        ...freshRecord(tx, newId('location')),
        ...input,
        ...columnsOf(
          coordinates === undefined ? placeOfAddress(input.address ?? null, found) : coordinates,
        ),
        address: jsonOrNull(input.address ?? null),
        hours: jsonOrNull(input.hours ?? null),
      },
    })
    tx.created({ type: 'location', id: row.id }, row)
    return toLocation(row)
  })
