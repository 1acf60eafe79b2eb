import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { platformPayoutMoves } from './moves.ts'
import { platformPayoutRecord } from './record.ts'

/** Cancels a draft. Its settlements can be in another payout. */
export const cancelPlatformPayout = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, platformPayoutRecord, platformPayoutMoves, 'cancel', {
    effects: async (tx, { id }) => {
      await tx.sql(RELEASE, [tx.tenantId, id, tx.now])
    },
  })

const RELEASE = `
  UPDATE settlements s SET platform_payout_id = NULL, updated_at = $3::timestamptz, version = s.version + 1
  WHERE s.tenant_id = $1 AND s.platform_payout_id = $2`
