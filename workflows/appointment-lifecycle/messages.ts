import type { SubjectInput } from '#platform/core/workflows.ts'

/** The appointment. */
export type AppointmentLifecycleInput = SubjectInput

export { wakeSignal } from '../subject.ts'
