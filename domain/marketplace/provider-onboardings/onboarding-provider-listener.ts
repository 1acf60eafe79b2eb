import type { ProviderListener } from '#organization/providers/listeners.ts'
import { providerOnboardingWorkflow } from './workflows.ts'

/** An onboarding rests while its provider is archived, and goes on when they are restored. */
export const onboardingProviderListener: ProviderListener = {
  standingChanged: async (tx, providerId) => {
    const rows = await tx.sql<{ id: string }>(OPEN, [tx.tenantId, providerId])
    for (const { id } of rows) tx.wake(providerOnboardingWorkflow, id)
  },
}

/** Those that run, or whose follow-up still has something to tell. */
const OPEN = `SELECT id FROM provider_onboardings WHERE tenant_id = $1 AND provider_id = $2`
