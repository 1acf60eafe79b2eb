import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { cancellationPolicyRecord } from './record.ts'
import { assertWindows } from './rules.ts'
import type { PatchCancellationPolicy } from './schemas.ts'

/** Changes a policy. Existing charges are kept; a cancellation uses the policy in force at that time. */
export const patchCancellationPolicy = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchCancellationPolicy },
) =>
  changeRecord(ctx, ref, cancellationPolicyRecord, {
    fields: () => {
      const { noShowFee, ...fields } = patch
      if (fields.windows) assertWindows(fields.windows)
      return { ...fields, ...(noShowFee !== undefined && { noShowFee: jsonOrNull(noShowFee) }) }
    },
  })
