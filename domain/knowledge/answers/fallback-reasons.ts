import { CALL_FAILURES } from '#providers/ai/chat-models.ts'

/** Why an answer is made of quotes although the assistant allows a model: what its last model failed by, or what kept it from being asked. */
export const FALLBACK_REASONS = [
  ...CALL_FAILURES,
  'no_model',
  'budget_exhausted',
  'data_policy',
  'documents_changed',
] as const
export type FallbackReason = (typeof FALLBACK_REASONS)[number]
