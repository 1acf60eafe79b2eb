import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The series. */
export type SeriesBookingInput = SubjectInput

export { wakeSignal } from '../subject.ts'
