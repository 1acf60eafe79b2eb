import { CALL_FAILURES } from '#providers/ai/chat-models.ts'

/**
 * Why an answer consists of quotes although the assistant allows a model: the last model's failure, or what
 * prevented the call.
 */
export const FALLBACK_REASONS = [
  ...CALL_FAILURES,
  'no_model',
  'budget_exhausted',
  'data_policy',
  'documents_changed',
  'consent_missing',
  'processing_restricted',
] as const
export type FallbackReason = (typeof FALLBACK_REASONS)[number]
