import type { SubjectInput } from '#platform/core/workflows.ts'

/** The restriction. */
export type RestrictionLiftingInput = SubjectInput

export { wakeSignal } from '../subject.ts'
