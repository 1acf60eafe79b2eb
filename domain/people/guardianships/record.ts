import type { Guardianship as GuardianshipModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadGuardianship } from './queries.ts'
import { toGuardianship, type Guardianship } from './schemas.ts'

/** How a guardianship is loaded, written and shown by the verbs that change it. */
export const guardianshipRecord: RecordKind<
  GuardianshipModel,
  Prisma.GuardianshipUncheckedUpdateInput,
  Guardianship
> = {
  type: 'guardianship',
  table: 'guardianships',
  permission: 'guardianships:write',
  load: loadGuardianship,
  update: (tx, id, data) => tx.db.guardianship.update({ where: keyOf(tx, id), data }),
  show: toGuardianship,
}
