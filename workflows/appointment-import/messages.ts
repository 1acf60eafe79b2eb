import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The import. */
export type AppointmentImportInput = SubjectInput

export { wakeSignal } from '../subject.ts'
