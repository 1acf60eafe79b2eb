import type { Evaluation as EvaluationModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadEvaluation } from './queries.ts'
import { toEvaluation, type Evaluation } from './schemas.ts'

/** How an evaluation is loaded, written and shown by the verbs that change it. */
export const evaluationRecord: ArchivableKind<
  EvaluationModel,
  Prisma.EvaluationUncheckedUpdateInput,
  Evaluation
> = {
  type: 'evaluation',
  table: 'evaluations',
  permission: 'ai-evaluations:write',
  load: loadEvaluation,
  update: (tx, id, data) => tx.db.evaluation.update({ where: keyOf(tx, id), data }),
  show: toEvaluation,
  ...archivable,
}
