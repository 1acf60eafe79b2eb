import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { invalid } from '#platform/core/errors.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { dateColumnOrNull, dateTextOrNull } from '#platform/core/time.ts'
import { knowledgeDocumentRecord } from './record.ts'
import type { PatchKnowledgeDocument } from './schemas.ts'

/** Renames a document, labels it, or says on which days it answers. Its file and its text stay. */
export const patchKnowledgeDocument = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchKnowledgeDocument },
) =>
  changeRecord(ctx, ref, knowledgeDocumentRecord, {
    fields: ({ validFrom, validUntil }) => {
      const days = {
        validFrom: dateTextOrNull(validFrom),
        validUntil: dateTextOrNull(validUntil),
        ...patch,
      }
      if (days.validFrom && days.validUntil && days.validUntil < days.validFrom)
        throw invalid('validUntil', 'out_of_range', 'The last day is before the first.')
      return {
        ...patch,
        validFrom: dateColumnOrNull(days.validFrom),
        validUntil: dateColumnOrNull(days.validUntil),
      }
    },
  })
