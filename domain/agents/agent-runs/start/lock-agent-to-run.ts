import type { AgentMode } from '#organization/tenants/schemas.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** What decides whether and how a run of an agent starts. */
export interface AgentToRun {
  agents: AgentMode
  /** The time zone of the centre. */
  timeZone: string
  /** Undefined if there is no such agent. */
  agent: Agent | undefined
}

interface Agent {
  id: string
  publishedVersion: number | null
  pausedAt: Date | null
  archivedAt: Date | null
  eventType: string | null
  nextRunAt: Date | null
  /** Of the published version; null if there is none. */
  definition: unknown
  publishedBy: string | null
}

/** Locks an agent and loads it with its published version and the settings of its centre, in one round trip. */
export const lockAgentToRun = async (tx: Transaction, id: string): Promise<AgentToRun> => {
  const [, [row]] = await Promise.all([
    lockRecord(tx, 'agents', id),
    tx.sql<Row>(AGENT_TO_RUN, [tx.tenantId, id]),
  ])
  const { agents, timeZone, id: found, ...agent } = row!
  return { agents, timeZone, agent: found === null ? undefined : { ...agent, id: found } }
}

interface Row extends Omit<Agent, 'id'> {
  agents: AgentMode
  timeZone: string
  id: string | null
}

const AGENT_TO_RUN = `
  SELECT t.agents, t.default_time_zone AS "timeZone", a.id, a.published_version AS "publishedVersion",
    a.paused_at AS "pausedAt", a.archived_at AS "archivedAt", a.event_type AS "eventType", a.next_run_at AS "nextRunAt",
    v.definition, v.published_by AS "publishedBy"
  FROM tenants t
  LEFT JOIN agents a ON a.tenant_id = t.tenant_id AND a.id = $2
  LEFT JOIN agent_versions v ON v.tenant_id = a.tenant_id AND v.agent_id = a.id AND v.number = a.published_version
  WHERE t.tenant_id = $1`
