import type { Child as ChildModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadChild } from './queries.ts'
import { toChild, type Child } from './schemas.ts'

/** How a child is loaded, written and shown by the verbs that change it. */
export const childRecord: RecordKind<ChildModel, Prisma.ChildUncheckedUpdateInput, Child> = {
  type: 'child',
  table: 'children',
  permission: 'children:write',
  load: loadChild,
  update: (tx, id, data) => tx.db.child.update({ where: keyOf(tx, id), data }),
  show: toChild,
}
