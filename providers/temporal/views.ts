/** A list of workflows that operators look at repeatedly. */
export interface View {
  name: string
  /** https://docs.temporal.io/list-filter */
  query: string
}

/** A list filter cannot refer to the current time, so the views are fixed to the time of their creation. */
export const viewsAt = (now: Date): View[] => [
  {
    name: 'Overdue steps',
    query: `ExecutionStatus = "Running" AND NextStepAt < "${now.toISOString()}"`,
  },
  {
    name: 'Failing workflow tasks',
    query: `ExecutionStatus = "Running" AND TemporalReportedProblems IS NOT NULL`,
  },
  {
    name: 'Ended badly',
    query: `ExecutionStatus IN ("Failed", "TimedOut", "Terminated")`,
  },
  {
    name: 'Couriers waiting to retry',
    query: `ExecutionStatus = "Running" AND Kind = "webhookCourier" AND WaitingOn = "retry"`,
  },
  {
    name: 'Running payments',
    query: `ExecutionStatus = "Running" AND Kind IN ("paymentCapture", "paymentRefund")`,
  },
  {
    name: 'Exports, erasures, imports',
    query: `ExecutionStatus = "Running" AND TaskQueue = "bulk"`,
  },
]

/** The Temporal UI's address for a filter's results, where the browser can save it as a view. */
export const urlOf = (uiUrl: string, namespace: string, query: string): string =>
  `${uiUrl.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent(query)}`
