import { recoveryMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { recoveryRecord } from './record.ts'
import type { WebhookRecovery } from './schemas.ts'

/** Stops creating further deliveries. Those that were created are kept. */
export const cancelRecovery = (ctx: Context, ref: RecordRef): Promise<WebhookRecovery> =>
  moveRecord(ctx, ref, recoveryRecord, recoveryMoves, 'cancel', {
    fields: (_, { now }) => ({ finishedAt: now }),
  })
