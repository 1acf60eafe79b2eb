import type { SubjectInput } from '#platform/core/workflows.ts'

/** The programme. */
export type EarlyInterventionInput = SubjectInput

export { wakeSignal } from '../subject.ts'
