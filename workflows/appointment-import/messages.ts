import type { SubjectInput } from '#platform/core/workflows.ts'

/** The import. */
export type AppointmentImportInput = SubjectInput

export { wakeSignal } from '../subject.ts'
