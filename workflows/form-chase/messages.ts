import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The form response. */
export type FormChaseInput = SubjectInput

export { wakeSignal } from '../subject.ts'
