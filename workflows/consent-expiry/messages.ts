import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The consent. */
export type ConsentExpiryInput = SubjectInput

export { wakeSignal } from '../subject.ts'
