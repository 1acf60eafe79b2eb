import type { AgentReplay as ReplayRow } from '#prisma/generated/client.ts'
import { loadDefaultTimeZone } from '#organization/tenants/queries.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import { ATTENTION_EVENT, type Trigger } from '../definitions/triggers.ts'
import { scheduledTimes } from './scheduled-times.ts'

interface Found {
  kind: 'EVENT' | 'SCHEDULE'
  eventId: string | null
  eventType: string | null
  occurredAt: Date
}

/**
 * Writes down the events and times of a replay's range that start one of the definitions, the newest if there are more
 * than it takes.
 */
export const collectTriggers = async (
  tx: Transaction,
  replay: ReplayRow,
  definitions: readonly AgentDefinition[],
): Promise<{ triggers: number; truncated: boolean }> => {
  const { mostTriggers } = replay
  const triggers = definitions.map(({ trigger }) => trigger)
  const [events, times] = await Promise.all([
    findEvents(tx, replay, triggers),
    findTimes(tx, replay, triggers),
  ])
  const found = [...events, ...times].toSorted(
    (a, b) => b.occurredAt.getTime() - a.occurredAt.getTime(),
  )
  const taken = found.slice(0, mostTriggers).toReversed()
  const rows = taken.map((one) => ({ id: newId('agentReplayResult'), ...one }))
  await tx.sql(INSERT, [tx.tenantId, replay.id, replay.agentId, tx.now, JSON.stringify(rows)])
  return { triggers: taken.length, truncated: found.length > mostTriggers }
}

const findEvents = (
  tx: Transaction,
  { startsAt, endsAt, mostTriggers }: ReplayRow,
  triggers: readonly Trigger[],
): Promise<Found[]> => {
  const types = triggers.flatMap((trigger) => {
    if (trigger.type === 'EVENT') return [trigger.eventType]
    return trigger.type === 'ATTENTION' ? [ATTENTION_EVENT] : []
  })
  const values = [tx.tenantId, [...new Set(types)], startsAt, endsAt, mostTriggers + 1]
  return tx.sql<Found>(EVENTS, values)
}

const EVENTS = `
  SELECT 'EVENT' AS kind, id AS "eventId", type AS "eventType", created_at AS "occurredAt" FROM outbox
  WHERE tenant_id = $1 AND kind = 'event' AND type = ANY ($2) AND created_at >= $3 AND created_at < $4
  ORDER BY created_at DESC, id DESC LIMIT $5`

const findTimes = async (
  tx: Transaction,
  { startsAt, endsAt }: ReplayRow,
  triggers: readonly Trigger[],
): Promise<Found[]> => {
  const centreTimeZone = await loadDefaultTimeZone(tx)
  const times = triggers.flatMap((trigger) =>
    trigger.type === 'SCHEDULE'
      ? scheduledTimes(trigger, { startsAt, endsAt, centreTimeZone })
      : [],
  )
  return [...new Set(times.map((time) => time.getTime()))].map((time) => ({
    kind: 'SCHEDULE',
    eventId: null,
    eventType: null,
    occurredAt: new Date(time),
  }))
}

// No run names its scheduled time: it is the first one within an hour that nothing else caused.
const INSERT = `
  INSERT INTO agent_replay_results (tenant_id, id, replay_id, kind, event_id, event_type, occurred_at, run_id, created_at)
  SELECT $1, n.id, $2, n.kind, n."eventId", n."eventType", n."occurredAt", (
      SELECT r.id FROM agent_runs r
      WHERE r.tenant_id = $1 AND r.agent_id = $3 AND CASE n.kind
        WHEN 'EVENT' THEN r.caused_by = n."eventId"
        ELSE r.caused_by IS NULL AND r.retry_of IS NULL AND r.created_at >= n."occurredAt"
          AND r.created_at < n."occurredAt" + interval '1 hour' END
      ORDER BY r.created_at LIMIT 1), $4
  FROM jsonb_to_recordset($5::jsonb) AS n (id text, kind text, "eventId" text, "eventType" text,
    "occurredAt" timestamptz)`
