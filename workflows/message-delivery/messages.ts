import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The message. */
export type MessageDeliveryInput = SubjectInput

export { wakeSignal } from '../subject.ts'
