import type { AgentReplayResult as ResultRow } from '#prisma/generated/client.ts'
import type { Actor } from '#platform/core/access/permissions.ts'
import type { TriggerEvent } from '../triggers/load-event.ts'
import type { RecordedRun } from './recorded-run.ts'

/** A trigger with what is known of it, and as whom a replay reads. */
export interface Scene {
  agentId: string
  result: Pick<ResultRow, 'kind' | 'eventId' | 'occurredAt'>
  /** Undefined for a time, and for an event that was removed. */
  event: TriggerEvent | undefined
  /** The event would continue a chain of runs without end. */
  isChain: boolean
  /** What really happened; undefined if it started no run. */
  recorded: RecordedRun | undefined
  actors: readonly [Actor, ...Actor[]]
}
