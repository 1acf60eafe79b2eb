import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { matchingNeedRecord } from './record.ts'
import type { PatchMatchingNeed } from './schemas.ts'

/** Changes a need. The change applies to new matches; existing ones stay unchanged. */
export const patchMatchingNeed = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchMatchingNeed },
) => changeRecord(ctx, ref, matchingNeedRecord, { fields: () => patch })
