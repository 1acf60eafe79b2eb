import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The payment. */
export type PaymentCaptureInput = SubjectInput
