import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The session. */
export type SessionFollowUpInput = SubjectInput

export { wakeSignal } from '../subject.ts'
