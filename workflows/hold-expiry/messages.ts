import type { SubjectInput } from '#platform/core/workflows.ts'

/** The tenant, whose id is the subject's too. */
export type HoldExpiryInput = SubjectInput

export { wakeSignal } from '../subject.ts'
