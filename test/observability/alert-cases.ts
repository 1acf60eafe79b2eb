/**
 * For every alert, what makes it fire and what does not, as samples one minute apart in Prometheus' notation
 * (`0+10x20`: from 0, ten more each minute).
 * https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/#series
 */
type Series = Record<string, string>

export interface AlertCase {
  alert: string
  fires: Series
  /** The evaluation time of both cases. */
  at: string
  labels?: Record<string, string>
  summary: string
  quiet: Series
}

const worker = 'job="therapy-worker",instance="w:1"'

/** A histogram with half of its values below a bound and the rest below twice as much; or all below. */
const halfAbove = (name: string, labels: string, bound: number): Series => ({
  [`${name}{${labels}le="${bound}"}`]: '0+50x60',
  [`${name}{${labels}le="${bound * 2}"}`]: '0+100x60',
  [`${name}{${labels}le="+Inf"}`]: '0+100x60',
})
const allBelow = (name: string, labels: string, bound: number): Series =>
  Object.fromEntries(
    Object.keys(halfAbove(name, labels, bound)).map((series) => [series, '0+100x60']),
  )

export const ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'TherapyProcessDown',
    fires: { [`up{${worker}}`]: '0x10' },
    at: '3m',
    labels: { job: 'therapy-worker', instance: 'w:1' },
    summary: 'therapy-worker on w:1 does not answer',
    quiet: { [`up{${worker}}`]: '0 0 1x10' },
  },
  {
    alert: 'TherapyDatabaseDown',
    fires: {
      'therapy_database_up{instance="a:1"}': '1x10',
      'therapy_database_up{instance="a:2"}': '0x10',
    },
    at: '2m',
    summary: 'PostgreSQL does not answer; requests get 503 with Retry-After',
    quiet: { 'therapy_database_up{instance="a:1"}': '1x10' },
  },
  {
    alert: 'TherapyOutOfResources',
    fires: { 'therapy_shortages_total{resource="disk"}': '0 0 1x20' },
    at: '5m',
    labels: { resource: 'disk' },
    summary: 'Requests get 503 for lack of this resource: disk',
    quiet: { 'therapy_shortages_total{resource="disk"}': '1x20' },
  },
  {
    alert: 'TherapyRequestsFail',
    fires: {
      'therapy_http_request_duration_seconds_count{status_class="5xx"}': '0+10x20',
      'therapy_http_request_duration_seconds_count{status_class="2xx"}': '0+90x20',
    },
    at: '12m',
    summary: '10% of the requests fail on our side',
    quiet: {
      'therapy_http_request_duration_seconds_count{status_class="5xx"}': '0+1x20',
      'therapy_http_request_duration_seconds_count{status_class="4xx"}': '0+999x20',
    },
  },
  {
    alert: 'TherapyRelayHasNoLeader',
    fires: {
      'therapy_relay_leading{instance="w:1"}': '0x10',
      'therapy_relay_leading{instance="w:2"}': '0x10',
    },
    at: '2m',
    summary: 'No worker hands over the outbox; nothing is delivered and no workflow starts',
    quiet: {
      'therapy_relay_leading{instance="w:1"}': '0x10',
      'therapy_relay_leading{instance="w:2"}': '1x10',
    },
  },
  {
    alert: 'TherapyRelayHasNoLeader',
    fires: { unrelated: '1x10' },
    at: '2m',
    summary: 'No worker hands over the outbox; nothing is delivered and no workflow starts',
    quiet: { 'therapy_relay_leading{instance="w:1"}': '1x10' },
  },
  {
    alert: 'TherapyAuditSealRefused',
    fires: { 'therapy_audit_seal_refusals_total{scope="tenant"}': '0 0 1x20' },
    at: '5m',
    labels: { scope: 'tenant' },
    summary: 'The audit trail has lost what was sealed; treat it as an incident',
    quiet: { 'therapy_audit_seal_refusals_total{scope="tenant"}': '1x20' },
  },
  {
    alert: 'TherapyFilesMissing',
    fires: { 'therapy_http_refusals_total{code="file_missing"}': '0 0 1x20' },
    at: '10m',
    summary: 'Records name files that are not in the file store',
    quiet: {
      'therapy_http_refusals_total{code="file_missing"}': '0x20',
      'therapy_http_refusals_total{code="not_found"}': '0+5x20',
      therapy_files_missing_total: '0x20',
    },
  },
  {
    alert: 'TherapyWorkTimesOut',
    fires: { 'therapy_http_refusals_total{code="timed_out"}': '0 0 1x20' },
    at: '10m',
    summary: 'PostgreSQL stops statements that take too long',
    quiet: {
      'therapy_http_refusals_total{code="timed_out"}': '0x20',
      'therapy_http_refusals_total{code="service_unavailable"}': '0+5x20',
    },
  },
  {
    alert: 'TherapyFilesUnclaimed',
    fires: { therapy_files_unclaimed_total: '0 0 120x20' },
    at: '10m',
    summary: 'The file store has many files that no record names; nothing of them was removed',
    quiet: { therapy_files_unclaimed_total: '0x20' },
  },
  {
    alert: 'TherapyAuditNotSealed',
    fires: { therapy_audit_unsealed_oldest_age_seconds: '700x20' },
    at: '6m',
    summary: 'An entry of the audit trail has waited 11m 40s for its seal',
    quiet: { therapy_audit_unsealed_oldest_age_seconds: '60x20' },
  },
  {
    alert: 'TherapyRequestsSlow',
    fires: halfAbove(
      'therapy_http_request_duration_seconds_bucket',
      'operation="createAppointment",',
      0.5,
    ),
    at: '20m',
    summary: 'One request in twenty takes longer than 950ms',
    quiet: halfAbove('therapy_http_request_duration_seconds_bucket', 'operation="probe",', 0.5),
  },
  {
    alert: 'TherapyEventLoopBlocked',
    fires: { [`nodejs_eventloop_lag_p99_seconds{${worker}}`]: '0.3x20' },
    at: '6m',
    labels: { job: 'therapy-worker', instance: 'w:1' },
    summary: 'therapy-worker on w:1 has too little CPU, or computes for too long',
    quiet: { [`nodejs_eventloop_lag_p99_seconds{${worker}}`]: '0.02x20' },
  },
  {
    alert: 'TherapyConnectionsScarce',
    fires: halfAbove('therapy_database_connection_wait_seconds_bucket', 'job="therapy-api",', 0.05),
    at: '15m',
    labels: { job: 'therapy-api' },
    summary: 'Transactions of therapy-api queue for a connection to PostgreSQL',
    quiet: allBelow('therapy_database_connection_wait_seconds_bucket', 'job="therapy-api",', 0.05),
  },
  {
    alert: 'TherapyAuditJournalSlow',
    fires: halfAbove('therapy_audit_journal_delay_seconds_bucket', '', 0.25),
    at: '15m',
    summary: 'Reads wait 475ms for their audit rows',
    quiet: allBelow('therapy_audit_journal_delay_seconds_bucket', '', 0.25),
  },
  {
    alert: 'TherapyWebhooksSlow',
    fires: halfAbove('therapy_webhook_delivery_delay_seconds_bucket', 'attempt="first",', 5),
    at: '25m',
    summary: 'From commit to receipt takes 9.5s',
    quiet: halfAbove('therapy_webhook_delivery_delay_seconds_bucket', 'attempt="retry",', 5),
  },
  {
    alert: 'TherapyActivitiesQueue',
    fires: halfAbove(
      'temporal_activity_schedule_to_start_latency_seconds_bucket',
      'task_queue="care",',
      5,
    ),
    at: '15m',
    labels: { task_queue: 'care' },
    summary: 'Activities of care wait for a worker; start more workers',
    quiet: allBelow(
      'temporal_activity_schedule_to_start_latency_seconds_bucket',
      'task_queue="care",',
      5,
    ),
  },
  {
    alert: 'TherapyOutboxStuck',
    fires: { therapy_outbox_oldest_age_seconds: '90x20' },
    at: '3m',
    summary: 'Something committed has waited 1m 30s for its hand-over',
    quiet: { therapy_outbox_oldest_age_seconds: '90 90 0x20' },
  },
  {
    alert: 'TherapyMessagesRefused',
    fires: { therapy_relay_postponed_total: '0 0 1x20' },
    at: '5m',
    summary: 'Temporal refuses a message; what follows for its subject waits behind it',
    quiet: { therapy_relay_postponed_total: '7x20' },
  },
  {
    alert: 'TherapyDeliveriesOverdue',
    fires: { therapy_webhook_oldest_due_age_seconds: '400x20' },
    at: '6m',
    summary: 'An attempt to an active endpoint is 6m 40s overdue',
    quiet: { therapy_webhook_oldest_due_age_seconds: '30x20' },
  },
  {
    alert: 'TherapyDeliveriesFailForGood',
    fires: {
      'therapy_webhook_deliveries_finished_total{status="FAILED",reason="window_passed"}': '0 1x70',
    },
    at: '10m',
    labels: { reason: 'window_passed' },
    summary: 'Deliveries have failed for good: window_passed',
    quiet: {
      'therapy_webhook_deliveries_finished_total{status="SUCCEEDED",reason="none"}': '0 1x70',
    },
  },
  {
    alert: 'TherapyAgentRunsOverdue',
    fires: { [`therapy_agent_runs_oldest_overdue_seconds{${worker}}`]: '1200x10' },
    at: '6m',
    summary: 'A run of an agent has done nothing for 20m 0s, and does not wait for anybody',
    quiet: { [`therapy_agent_runs_oldest_overdue_seconds{${worker}}`]: '1200 1200 0x10' },
  },
  {
    alert: 'TherapyAgentRunsFailInARow',
    fires: { [`therapy_agent_failures_in_a_row{${worker}}`]: '3x5' },
    at: '1m',
    summary: '3 runs of one agent have failed in a row',
    quiet: { [`therapy_agent_failures_in_a_row{${worker}}`]: '2x5' },
  },
  {
    alert: 'TherapyAgentRunsFail',
    fires: {
      [`therapy_agent_runs_total{${worker},outcome="FAILED"}`]: '0+6x80',
      [`therapy_agent_runs_total{${worker},outcome="SUCCEEDED"}`]: '0+2x80',
    },
    at: '65m',
    summary: 'More than half of the runs of agents fail, over all centres',
    quiet: {
      [`therapy_agent_runs_total{${worker},outcome="FAILED"}`]: '0+2x80',
      [`therapy_agent_runs_total{${worker},outcome="SUCCEEDED"}`]: '0+6x80',
    },
  },
  {
    alert: 'TherapyActivitiesFail',
    fires: {
      'therapy_activity_duration_seconds_count{activity="sendMessage",outcome="failed"}': '0+6x60',
      'therapy_activity_duration_seconds_count{activity="sendMessage",outcome="completed"}':
        '0+4x60',
    },
    at: '40m',
    labels: { activity: 'sendMessage' },
    summary: 'More than half of the sendMessage activities fail',
    quiet: {
      'therapy_activity_duration_seconds_count{activity="sendMessage",outcome="failed"}': '0+1x60',
      'therapy_activity_duration_seconds_count{activity="sendMessage",outcome="completed"}':
        '0+9x60',
    },
  },
  {
    alert: 'TherapyNothingPurged',
    fires: {
      [`therapy_purge_completed_timestamp_seconds{${worker}}`]: '0x300',
      [`process_start_time_seconds{${worker}}`]: '0x300',
    },
    at: '4h',
    summary: 'What is past its time has not been deleted for three hours',
    // One process has done it; another has just started and has not.
    quiet: {
      [`therapy_purge_completed_timestamp_seconds{${worker}}`]: '0+60x300',
      'therapy_purge_completed_timestamp_seconds{job="therapy-worker",instance="w:2"}': '0x300',
      [`process_start_time_seconds{${worker}}`]: '0x300',
    },
  },
  {
    alert: 'TherapyWorkflowTasksFail',
    fires: {
      'temporal_workflow_task_execution_failed_total{workflow_type="formChase",failure_reason="NonDeterminismError",instance="w:1"}':
        '_x20 1x20',
    },
    at: '22m',
    labels: { workflow_type: 'formChase', failure_reason: 'NonDeterminismError' },
    summary: 'Workflow tasks of formChase fail: NonDeterminismError',
    quiet: {
      'temporal_workflow_task_execution_failed_total{workflow_type="formChase",failure_reason="NonDeterminismError",instance="w:1"}':
        '1x40',
    },
  },
  {
    alert: 'TherapyWorkerSlotsTaken',
    fires: {
      'temporal_worker_task_slots_available{instance="w:1",task_queue="couriers",worker_type="ActivityWorker"}':
        '0x20',
    },
    at: '6m',
    labels: { instance: 'w:1', task_queue: 'couriers', worker_type: 'ActivityWorker' },
    summary: 'w:1 has no slot left for ActivityWorker on couriers',
    quiet: {
      'temporal_worker_task_slots_available{instance="w:1",task_queue="couriers",worker_type="ActivityWorker"}':
        '3x20',
    },
  },
]
