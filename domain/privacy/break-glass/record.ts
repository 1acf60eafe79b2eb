import type { BreakGlassGrant as Model, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadBreakGlassGrant, showBreakGlassGrant } from './queries.ts'
import type { BreakGlassGrant } from './schemas.ts'

/** How a grant is loaded, written and shown by the verbs that change it. */
export const grantRecord = (
  permission: Needs,
): RecordKind<Model, Prisma.BreakGlassGrantUncheckedUpdateInput, BreakGlassGrant> => ({
  type: 'breakGlassGrant',
  table: 'break_glass_grants',
  permission,
  load: loadBreakGlassGrant,
  update: (tx, id, data) => tx.db.breakGlassGrant.update({ where: keyOf(tx, id), data }),
  show: showBreakGlassGrant,
})
