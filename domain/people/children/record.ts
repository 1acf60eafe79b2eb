import type { Child as ChildModel, Prisma } from '#prisma/generated/client.ts'
import { archiving, restoring, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadChild } from './queries.ts'
import { toChild, type Child } from './schemas.ts'
import { assertNotErased } from '../persons/person.ts'
import { standingChanged } from './listeners.ts'
import { assertUnmerged } from './rules.ts'

/** How a child is loaded, written and shown by the verbs that change it. */
export const childRecord: ArchivableKind<ChildModel, Prisma.ChildUncheckedUpdateInput, Child> = {
  type: 'child',
  table: 'children',
  permission: 'children:write',
  load: loadChild,
  update: (tx, id, data) => tx.db.child.update({ where: keyOf(tx, id), data }),
  show: toChild,
  // Archiving a child stops its reminders, and restoring it resumes them.
  archiving: { ...archiving, effects: (tx, { id }) => standingChanged(tx, id) },
  restoring: {
    fields: async (before, tx) => {
      assertUnmerged(before)
      await assertNotErased(tx, [before.id])
      return restoring.fields()
    },
    effects: (tx, { id }) => standingChanged(tx, id),
  },
}
