import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { withTriggers } from '../triggers/with-triggers.ts'
import { agentDefinitionEvents } from './events.ts'
import { agentRecord } from './record.ts'

/** Starts no further runs. Current runs continue. */
export const pauseAgent = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, agentRecord, {
    fields: (before, tx) =>
      withTriggers(tx, before, {
        pausedAt: before.pausedAt ?? tx.now,
        pauseReason: before.pauseReason ?? ('REQUESTED' as const),
      }),
    effects: (tx, { id: agentId, failuresInARow }, before) => {
      if (before.pausedAt) return
      const facts = { agentId, reason: 'REQUESTED', failuresInARow, runId: null } as const
      tx.emit(agentDefinitionEvents['agent.paused'], { type: 'agent', id: agentId }, facts)
    },
  })
