import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The goal review. */
export type ChildProgressInput = SubjectInput

export { wakeSignal } from '../subject.ts'
