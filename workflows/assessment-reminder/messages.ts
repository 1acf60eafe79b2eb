import type { SubjectInput } from '#platform/core/workflows.ts'

/** The assessment. */
export type AssessmentReminderInput = SubjectInput

export { wakeSignal } from '../subject.ts'
