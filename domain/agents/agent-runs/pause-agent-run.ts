import { agentRunMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { agentRunRecord } from './record.ts'

/** Starts no further node until the run is resumed. The current node is completed. */
export const pauseAgentRun = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, agentRunRecord, agentRunMoves, 'pause')
