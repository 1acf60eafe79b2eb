import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertMayChangeOfUser } from '../users/assert-may-change-of-user.ts'
import { passkeyRecord } from './record.ts'
import type { PatchPasskey } from './schemas.ts'

/** Renames a passkey. */
export const patchPasskey = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchPasskey },
) =>
  changeRecord(ctx, ref, passkeyRecord, {
    fields: async (before, tx) => {
      await assertMayChangeOfUser(tx, before.userId, 'passkey')
      return patch
    },
  })
