import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumnOrNull, dateTextOrNull } from '#platform/core/time/time.ts'
import { knowledgeDocumentRecord } from './record.ts'
import type { PatchKnowledgeDocument } from './schemas.ts'

/** Renames or labels a document, or sets its validity. The file and its text stay unchanged. */
export const patchKnowledgeDocument = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchKnowledgeDocument },
) =>
  changeRecord(ctx, ref, knowledgeDocumentRecord, {
    fields: ({ startsOn, endsOn }) => {
      const days = {
        startsOn: dateTextOrNull(startsOn),
        endsOn: dateTextOrNull(endsOn),
        ...patch,
      }
      if (days.startsOn && days.endsOn && days.endsOn < days.startsOn)
        throw invalid('endsOn', 'out_of_range', 'endsOn is before startsOn. Send a later endsOn.')
      return {
        ...patch,
        startsOn: dateColumnOrNull(days.startsOn),
        endsOn: dateColumnOrNull(days.endsOn),
      }
    },
  })
