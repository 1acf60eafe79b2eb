import type { SubjectInput } from '#platform/core/workflows.ts'

/** The goal review. */
export type ChildProgressInput = SubjectInput

export { wakeSignal } from '../subject.ts'
