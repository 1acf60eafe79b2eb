import type { SubjectInput } from '#platform/core/workflows.ts'

/** The message. */
export type MessageDeliveryInput = SubjectInput

export { wakeSignal } from '../subject.ts'
