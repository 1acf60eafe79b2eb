import type { SubjectInput } from '#platform/core/workflows.ts'

/** The treatment cycle. */
export type TreatmentCycleInput = SubjectInput

export { wakeSignal } from '../subject.ts'
