import type { SubjectInput } from '#platform/core/workflows.ts'

/** The form response. */
export type FormChaseInput = SubjectInput

export { wakeSignal } from '../subject.ts'
