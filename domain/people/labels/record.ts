import type { Label as LabelModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadLabel } from './queries.ts'
import { toLabel, type Label } from './schemas.ts'

/** How a label is loaded, written and shown by the verbs that change it. */
export const labelRecord: ArchivableKind<LabelModel, Prisma.LabelUncheckedUpdateInput, Label> = {
  type: 'label',
  table: 'labels',
  permission: 'labels:write',
  load: loadLabel,
  update: (tx, id, data) => tx.db.label.update({ where: keyOf(tx, id), data }),
  show: toLabel,
  ...archivable,
}
