import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The treatment cycle. */
export type TreatmentCycleInput = SubjectInput

export { wakeSignal } from '../subject.ts'
