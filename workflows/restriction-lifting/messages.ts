import type { SubjectInput } from '../../domain/core/workflows.ts'

/** The restriction. */
export type RestrictionLiftingInput = SubjectInput

export { wakeSignal } from '../subject.ts'
