/** A list of workflows that an operator looks at again and again. */
export interface View {
  name: string
  /** https://docs.temporal.io/list-filter */
  query: string
}

/** A list filter knows no present time: the views are of the time that they are made at. */
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

/** Where the Temporal UI shows what a filter finds; there it can be saved as a view of the browser's. */
export const urlOf = (uiUrl: string, namespace: string, query: string): string =>
  `${uiUrl.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent(query)}`
