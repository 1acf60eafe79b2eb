import type { Prisma, Closure as ClosureModel } from '#prisma/generated/client.ts'
import { archiving, restoring, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadClosure } from './queries.ts'
import { toClosure, type Closure } from './schemas.ts'
import { closureChanged } from './listeners.ts'

/** How a closure is loaded, written and shown by the verbs that change it. */
export const closureRecord: ArchivableKind<
  ClosureModel,
  Prisma.ClosureUncheckedUpdateInput,
  Closure
> = {
  type: 'closure',
  table: 'closures',
  permission: 'closures:write',
  load: loadClosure,
  update: (tx, id, data) => tx.db.closure.update({ where: keyOf(tx, id), data }),
  show: toClosure,
  archiving: { ...archiving, effects: closureChanged },
  restoring: { ...restoring, effects: closureChanged },
}
