import type { SubjectInput } from '#platform/core/workflows.ts'

/** The payment. */
export type PaymentCaptureInput = SubjectInput
