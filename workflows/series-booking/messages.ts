import type { SubjectInput } from '#platform/core/workflows.ts'

/** The series. */
export type SeriesBookingInput = SubjectInput

export { wakeSignal } from '../subject.ts'
