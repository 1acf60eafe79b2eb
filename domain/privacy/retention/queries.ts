import type { Context } from '#platform/core/context/context.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { RetentionPolicy } from './schemas.ts'
import { loadRow, toRetentionPolicy } from './patch-retention-policy.ts'

export const getRetentionPolicy = (ctx: Context): Promise<RetentionPolicy> =>
  read(ctx, 'retention-policy:read', loadRetentionPolicy)

export const loadRetentionPolicy = async (reader: Reader): Promise<RetentionPolicy> =>
  toRetentionPolicy(await loadRow(reader))
