import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { matchingNeedRecord } from './record.ts'
import type { PatchMatchingNeed } from './schemas.ts'

/** Holds for matches from now on; those that were made stay as they are. */
export const patchMatchingNeed = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchMatchingNeed },
) => changeRecord(ctx, ref, matchingNeedRecord, { fields: () => patch })
