import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The appointment. */
export type AppointmentFollowUpInput = SubjectInput

export { wakeSignal } from '../subject.ts'
