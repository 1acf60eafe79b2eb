import type { Diagnosis as DiagnosisModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadDiagnosis } from './queries.ts'
import { toDiagnosis, type Diagnosis } from './schemas.ts'

/** How a diagnosis is loaded, written and shown by the verbs that change it. */
export const diagnosisRecord: ArchivableKind<
  DiagnosisModel,
  Prisma.DiagnosisUncheckedUpdateInput,
  Diagnosis
> = {
  type: 'diagnosis',
  table: 'diagnoses',
  permission: 'diagnoses:write',
  load: loadDiagnosis,
  update: (tx, id, data) => tx.db.diagnosis.update({ where: keyOf(tx, id), data }),
  show: toDiagnosis,
  ...archivable,
}
