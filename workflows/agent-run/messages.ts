import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The run. */
export type AgentRunInput = SubjectInput

export { wakeSignal } from '../subject.ts'
