import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { agentRecord } from './record.ts'
import type { PatchAgent } from './schemas.ts'

/** Renames an agent or changes its next version; published versions stay unchanged. */
export const patchAgent = (
  ctx: Context,
  { patch: { definition, ...patch }, ...ref }: RecordRef & { patch: PatchAgent },
) =>
  changeRecord(ctx, ref, agentRecord, {
    fields: () => ({ ...patch, ...(definition && { definition: jsonObject(definition) }) }),
  })
