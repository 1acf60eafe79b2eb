import type { AiModel as ModelRow, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadAiModel } from './queries.ts'
import { toAiModel, type AiModel } from './schemas.ts'

/** How a model is loaded, written and shown by the verbs that change it. */
export const aiModelRecord: ArchivableKind<ModelRow, Prisma.AiModelUncheckedUpdateInput, AiModel> =
  {
    type: 'aiModel',
    table: 'ai_models',
    permission: 'ai-models:write',
    load: loadAiModel,
    update: (tx, id, data) => tx.db.aiModel.update({ where: keyOf(tx, id), data }),
    show: toAiModel,
    // An archived model is not called. Its past calls are kept.
    ...archivable,
  }
