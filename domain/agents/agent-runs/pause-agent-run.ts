import { agentRunMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { agentRunRecord } from './record.ts'

/** No node is begun until it is resumed; the one under way is brought to its end. */
export const pauseAgentRun = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, agentRunRecord, agentRunMoves, 'pause')
