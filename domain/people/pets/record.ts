import type { Pet as PetModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadPet } from './queries.ts'
import { toPet, type Pet } from './schemas.ts'

/** How a pet is loaded, written and shown by the verbs that change it. */
export const petRecord: ArchivableKind<PetModel, Prisma.PetUncheckedUpdateInput, Pet> = {
  type: 'pet',
  table: 'pets',
  permission: 'pets:write',
  load: loadPet,
  update: (tx, id, data) => tx.db.pet.update({ where: keyOf(tx, id), data }),
  show: toPet,
  ...archivable,
}
