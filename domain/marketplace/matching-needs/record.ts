import type { MatchingNeed as MatchingNeedModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadMatchingNeed } from './queries.ts'
import { toMatchingNeed, type MatchingNeed } from './schemas.ts'

/** How a need is loaded, written and shown by the verbs that change it. */
export const matchingNeedRecord: ArchivableKind<
  MatchingNeedModel,
  Prisma.MatchingNeedUncheckedUpdateInput,
  MatchingNeed
> = {
  type: 'matchingNeed',
  table: 'matching_needs',
  permission: 'matching-needs:write',
  load: loadMatchingNeed,
  update: (tx, id, data) => tx.db.matchingNeed.update({ where: keyOf(tx, id), data }),
  show: toMatchingNeed,
  ...archivable,
}
