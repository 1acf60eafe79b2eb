import type { ProviderListener } from '#organization/providers/listeners.ts'
import { providerOnboardingWorkflow } from './workflows.ts'

/** Pauses an onboarding while its provider is archived, and resumes it when they are restored. */
export const onboardingProviderListener: ProviderListener = {
  standingChanged: async (tx, providerId) => {
    const rows = await tx.sql<{ id: string }>(OPEN, [tx.tenantId, providerId])
    for (const { id } of rows) tx.wake(providerOnboardingWorkflow, id)
  },
}

/** Finds onboardings in progress, and those whose follow-up still has messages to send. */
const OPEN = `SELECT id FROM provider_onboardings WHERE tenant_id = $1 AND provider_id = $2`
