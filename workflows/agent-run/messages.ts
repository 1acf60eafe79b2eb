import type { SubjectInput } from '#platform/core/workflows.ts'

/** The run. */
export type AgentRunInput = SubjectInput

export { wakeSignal } from '../subject.ts'
