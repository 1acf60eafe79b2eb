import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Outcome, OutcomeExample } from './outcome.ts'
import { ENOUGH_FILTERED, QUIET_DAYS } from './rules.ts'

/** What became of an event, a message or a scheduled time. */
export interface Seen {
  agentId: string
  agentVersion: number
  outcome: Outcome
  /** The event or message; null for a scheduled time. */
  eventId: string | null
  runId?: string
  /** Why no run was started: a code, and for a failure its description. */
  code?: string
  message?: string
}

/**
 * Counts what triggers have seen. It is one statement, sent with COMMIT, so a count never differs from what the
 * transaction did. The caller has locked the agents.
 */
export const countSeen = (tx: Transaction, seen: readonly Seen[]): void => {
  if (seen.length === 0) return
  const rows = [...Map.groupBy(seen, ({ agentId }) => agentId).values()].map((mine) =>
    rowOf(mine as [Seen, ...Seen[]], tx.now),
  )
  tx.atCommit(COUNT, [tx.tenantId, tx.now, JSON.stringify(rows), ENOUGH_FILTERED, QUIET_DAYS])
}

const rowOf = (seen: readonly [Seen, ...Seen[]], now: Date) => {
  const { agentId, agentVersion } = seen[0]
  const count = (outcome: Outcome) => seen.filter((one) => one.outcome === outcome).length
  const passed = seen.findLastIndex(({ outcome }) => outcome === 'STARTED' || outcome === 'REFUSED')
  const since = seen.slice(passed + 1)
  return {
    agentId,
    agentVersion,
    started: count('STARTED'),
    filtered: count('FILTERED'),
    failed: count('FAILED'),
    refused: count('REFUSED'),
    examples: Object.fromEntries(seen.map((one) => [one.outcome, exampleOf(one, now)])),
    filteredInARow: since.filter(({ outcome }) => outcome === 'FILTERED').length,
  }
}

const exampleOf = ({ eventId, runId, code, message }: Seen, now: Date): OutcomeExample => ({
  seenAt: utc(now),
  eventId,
  runId: runId ?? null,
  code: code ?? null,
  message: message?.slice(0, MOST_MESSAGE) ?? null,
})

const MOST_MESSAGE = 300

/** What passes the filter begins the row of filtered events anew, also if it then starts no run. */
const COUNT = `
  INSERT INTO agent_trigger_counts AS c (tenant_id, agent_id, agent_version, started, filtered, failed, refused, examples,
    last_seen_at, filtered_in_a_row, filtered_since, enough_at, failed_at, failing_since)
  SELECT $1, n."agentId", n."agentVersion", n.started, n.filtered, n.failed, n.refused, n.examples, $2, n."filteredInARow",
    CASE WHEN n."filteredInARow" > 0 THEN $2::timestamptz END, CASE WHEN n."filteredInARow" >= $4 THEN $2::timestamptz END,
    CASE WHEN n.failed > 0 THEN $2::timestamptz END, CASE WHEN n.failed > 0 THEN $2::timestamptz END
  FROM jsonb_to_recordset($3::jsonb) AS n ("agentId" text, "agentVersion" int, started bigint, filtered bigint,
    failed bigint, refused bigint, examples jsonb, "filteredInARow" bigint)
  ON CONFLICT (tenant_id, agent_id, agent_version) DO UPDATE SET
    started = c.started + EXCLUDED.started, filtered = c.filtered + EXCLUDED.filtered,
    failed = c.failed + EXCLUDED.failed, refused = c.refused + EXCLUDED.refused,
    examples = c.examples || EXCLUDED.examples, last_seen_at = EXCLUDED.last_seen_at,
    filtered_in_a_row = EXCLUDED.filtered_in_a_row
      + CASE WHEN EXCLUDED.started + EXCLUDED.refused > 0 THEN 0 ELSE c.filtered_in_a_row END,
    filtered_since = CASE WHEN EXCLUDED.started + EXCLUDED.refused > 0 THEN EXCLUDED.filtered_since
      ELSE COALESCE(c.filtered_since, EXCLUDED.filtered_since) END,
    enough_at = CASE WHEN EXCLUDED.started + EXCLUDED.refused > 0 THEN EXCLUDED.enough_at
      WHEN c.filtered_in_a_row + EXCLUDED.filtered_in_a_row >= $4 THEN COALESCE(c.enough_at, EXCLUDED.last_seen_at) END,
    failed_at = COALESCE(EXCLUDED.failed_at, c.failed_at),
    failing_since = CASE WHEN c.failed_at > $2::timestamptz - make_interval(days => $5::int) THEN c.failing_since
      ELSE COALESCE(EXCLUDED.failing_since, c.failing_since) END`
