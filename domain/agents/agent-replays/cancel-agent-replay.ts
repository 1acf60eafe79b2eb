import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { agentReplayMoves } from './moves.ts'
import { agentReplayRecord } from './record.ts'
import type { AgentReplay } from './schemas.ts'
import { loadTotals } from './load-totals.ts'

/** Stops a replay. Its results so far stay, with their totals. */
export const cancelAgentReplay = (ctx: Context, ref: RecordRef): Promise<AgentReplay> =>
  moveRecord(ctx, ref, agentReplayRecord, agentReplayMoves, 'cancel', {
    fields: async ({ id }, tx) => ({ finishedAt: tx.now, totals: await loadTotals(tx, id) }),
  })
