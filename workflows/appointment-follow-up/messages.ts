import type { SubjectInput } from '#platform/core/workflows.ts'

/** The appointment. */
export type AppointmentFollowUpInput = SubjectInput

export { wakeSignal } from '../subject.ts'
