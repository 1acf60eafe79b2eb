import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

/** The webhook endpoint. */
export type WebhookCourierInput = SubjectInput

/** How a lease of the endpoint ended. */
export interface LeaseEnd {
  /** The next due instant, UTC; null if nothing is pending. */
  next: string | null
  /** The lease had to end early: take the next one immediately. */
  unfinished: boolean
}
