import type { LegalEntity as LegalEntityModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadLegalEntity } from './queries.ts'
import { toLegalEntity, type LegalEntity } from './schemas.ts'

/** How a legal entity is loaded, written and shown by the verbs that change it. */
export const legalEntityRecord: ArchivableKind<
  LegalEntityModel,
  Prisma.LegalEntityUncheckedUpdateInput,
  LegalEntity
> = {
  type: 'legalEntity',
  table: 'legal_entities',
  permission: 'legal-entities:write',
  load: loadLegalEntity,
  update: (tx, id, data) => tx.db.legalEntity.update({ where: keyOf(tx, id), data }),
  show: toLegalEntity,
  ...archivable,
}
