import type { Prisma, TreatmentCycle as CycleModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadTreatmentCycle, showCycle } from './queries.ts'
import type { TreatmentCycle } from './schemas.ts'

/** How a treatment cycle is loaded, written and shown by the verbs that change it. */
export const treatmentCycleRecord: RecordKind<
  CycleModel,
  Prisma.TreatmentCycleUncheckedUpdateInput,
  TreatmentCycle
> = {
  type: 'treatmentCycle',
  table: 'treatment_cycles',
  permission: 'treatment-cycles:write',
  load: loadTreatmentCycle,
  update: (tx, id, data) => tx.db.treatmentCycle.update({ where: keyOf(tx, id), data }),
  // The sessions that count for it may have changed since it was written.
  show: async (row, tx) => showCycle(tx, await loadTreatmentCycle(tx, row.id)),
}
