import type { SubjectInput } from '#platform/core/workflows.ts'

/** The access. */
export type BreakGlassReviewInput = SubjectInput

export { wakeSignal } from '../subject.ts'
