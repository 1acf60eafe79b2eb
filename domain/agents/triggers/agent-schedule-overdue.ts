import { defineWaiting } from '#platform/core/records/define-waiting.ts'
import { STOPPING_ACTIONS } from './stopping-actions.ts'

/** An agent whose scheduled time passed five minutes ago without being looked at. */
export const agentScheduleOverdue = defineWaiting({
  kind: 'AGENT_SCHEDULE_OVERDUE',
  subject: 'agent',
  reads: 'agents:read',
  actions: STOPPING_ACTIONS,
  rows: {
    from: 'agents r',
    where: `r.next_run_at <= $2::timestamptz - interval '5 minutes'`,
    since: `r.next_run_at + interval '5 minutes'`,
    dueAt: 'r.next_run_at',
    name: 'r.name',
  },
})
