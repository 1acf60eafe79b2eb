import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The access. */
export type BreakGlassReviewInput = SubjectInput

export { wakeSignal } from '../subject.ts'
