import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The programme. */
export type EarlyInterventionInput = SubjectInput

export { wakeSignal } from '../subject.ts'
