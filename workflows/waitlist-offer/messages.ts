import type { SubjectInput } from '#platform/core/workflows.ts'

/** The slot that became free. */
export type WaitlistOfferInput = SubjectInput

export { wakeSignal } from '../subject.ts'
