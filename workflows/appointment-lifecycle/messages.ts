import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The appointment. */
export type AppointmentLifecycleInput = SubjectInput

export { wakeSignal } from '../subject.ts'
