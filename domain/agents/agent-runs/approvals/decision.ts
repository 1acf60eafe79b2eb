import type { RecordRef } from '#platform/core/records/record-ref.ts'

export type Decision = RecordRef & { reason: string | null }

/** Records who decided on a run, when and why. */
export const decided = (
  decision: 'APPROVED' | 'REJECTED',
  decisionReason: string | null,
  { actor, now }: { actor: { id: string }; now: Date },
) => ({ decision, decidedBy: actor.id, decidedAt: now, decisionReason })
