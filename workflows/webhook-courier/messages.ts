import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

/** The webhook endpoint. */
export type WebhookCourierInput = SubjectInput

/** How a lease of the endpoint ended. */
export interface LeaseEnd {
  /** When something is due next, UTC; null when nothing is pending. */
  next: string | null
  /** The lease had to end before it was done: take the next one at once. */
  unfinished: boolean
}
