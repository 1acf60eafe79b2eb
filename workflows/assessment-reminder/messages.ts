import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The assessment. */
export type AssessmentReminderInput = SubjectInput

export { wakeSignal } from '../subject.ts'
