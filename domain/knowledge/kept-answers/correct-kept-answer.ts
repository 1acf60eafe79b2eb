import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { keptAnswerRecord } from './record.ts'
import type { CorrectKeptAnswer } from './schemas.ts'

/** Stores a corrected answer next to the original, which stays unchanged. */
export const correctKeptAnswer = (
  ctx: Context,
  { correction, ...ref }: RecordRef & { correction: CorrectKeptAnswer },
) =>
  changeRecord(
    ctx,
    ref,
    { ...keptAnswerRecord, permission: 'knowledge:write' },
    {
      fields: (_, { actor, now }) => ({
        correction: correction.text,
        correctedBy: actor.id,
        correctedAt: now,
      }),
    },
  )
