import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'

/** The four stages of an onboarding, its outcomes, and the later states of approved providers. */
export const ProviderStatus = z.enum([
  'APPLIED',
  'DOCUMENTS',
  'VERIFICATION',
  'APPROVAL',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'SUSPENDED',
])
export type ProviderStatus = z.infer<typeof ProviderStatus>

export const SuspensionReason = growing(z.enum(['LICENSE_EXPIRED', 'LICENSE_NOT_VALID', 'OTHER']))
export type SuspensionReason = z.infer<typeof SuspensionReason>

const STAGES: readonly ProviderStatus[] = ['APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL']

/**
 * Whether an onboarding may move a provider between two statuses. Its stages can follow each other in any
 * order, because items can be returned; only the last stage leads to approval. Suspensions are separate.
 */
export const onboardingLeads = (from: ProviderStatus, to: ProviderStatus): boolean => {
  if (to === 'APPROVED') return from === 'APPROVAL'
  if (to === 'REJECTED' || to === 'WITHDRAWN') return STAGES.includes(from)
  if (!STAGES.includes(to) || from === to) return false
  return STAGES.includes(from) || from === 'REJECTED' || from === 'WITHDRAWN'
}
