import type { SubjectInput } from '#platform/core/workflows.ts'

/** The consent. */
export type ConsentExpiryInput = SubjectInput

export { wakeSignal } from '../subject.ts'
