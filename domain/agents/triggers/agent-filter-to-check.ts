import { defineWaiting } from '#platform/core/records/define-waiting.ts'
import { QUIET_DAYS } from './rules.ts'
import { STOPPING_ACTIONS } from './stopping-actions.ts'

/** Whether the filter failed within a week. */
const FAILS = `COALESCE(f.failed_at > $2::timestamptz - interval '${QUIET_DAYS} days', false)`

/**
 * An agent whose filter fails, or has let no event through for a week although there were enough (count-seen.ts).
 * Publishing another version begins its counts anew.
 */
export const agentFilterToCheck = defineWaiting({
  kind: 'AGENT_FILTER_TO_CHECK',
  subject: 'agent',
  reads: 'agents:read',
  actions: STOPPING_ACTIONS,
  rows: {
    from: 'agents r',
    joins: `JOIN agent_trigger_counts f
      ON f.tenant_id = r.tenant_id AND f.agent_id = r.id AND f.agent_version = r.published_version`,
    where: `r.paused_at IS NULL AND r.archived_at IS NULL AND (${FAILS}
      OR f.enough_at IS NOT NULL AND f.filtered_since <= $2::timestamptz - interval '${QUIET_DAYS} days')`,
    since: `CASE WHEN ${FAILS} THEN f.failing_since
      ELSE GREATEST(f.filtered_since + interval '${QUIET_DAYS} days', f.enough_at) END`,
    name: 'r.name',
  },
})
