import type { Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadLocation } from './queries.ts'
import { toLocation, type Location } from './schemas.ts'

/** How a location is loaded, written and shown by the verbs that change it. */
export const locationRecord: ArchivableKind<
  Awaited<ReturnType<typeof loadLocation>>,
  Prisma.LocationUncheckedUpdateInput,
  Location
> = {
  type: 'location',
  table: 'locations',
  permission: 'locations:write',
  load: loadLocation,
  update: (tx, id, data) => tx.db.location.update({ where: keyOf(tx, id), data }),
  show: toLocation,
  ...archivable,
}
