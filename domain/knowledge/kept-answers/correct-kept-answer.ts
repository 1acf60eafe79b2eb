import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { keptAnswerRecord } from './record.ts'
import type { CorrectKeptAnswer } from './schemas.ts'

/** Puts beside an answer what should have been answered. The answer stays as it was given. */
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
