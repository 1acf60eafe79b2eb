import type { SubjectInput } from '#platform/core/workflows.ts'

/** The session. */
export type SessionFollowUpInput = SubjectInput

export { wakeSignal } from '../subject.ts'
