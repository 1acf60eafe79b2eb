import type { Prisma, Service as ServiceModel } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadService } from './queries.ts'
import { toService, type Service } from './schemas.ts'

/** How a service is loaded, written and shown by the verbs that change it. */
export const serviceRecord: ArchivableKind<
  ServiceModel,
  Prisma.ServiceUncheckedUpdateInput,
  Service
> = {
  type: 'service',
  table: 'services',
  permission: 'services:write',
  load: loadService,
  update: (tx, id, data) => tx.db.service.update({ where: keyOf(tx, id), data }),
  show: toService,
  ...archivable,
}
