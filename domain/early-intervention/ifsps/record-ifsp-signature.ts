import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { RecordIfspSignature } from './schemas.ts'
import { signAsParent } from './sign-as-parent.ts'

/** Records that a parent signed the plan on paper. */
export const recordIfspSignature = (
  ctx: Context,
  { id, version, ...signature }: RecordRef & RecordIfspSignature,
) => signAsParent(ctx, { id, version }, { ...signature, channel: 'PAPER' })
