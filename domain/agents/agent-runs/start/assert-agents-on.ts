import { DomainError } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'

/** A centre can disable agents. Actions that were already approved are still executed. */
export const assertAgentsOn = async (reader: Reader): Promise<void> => {
  const { agents } = await loadTenantSettings(reader)
  if (agents !== 'OFF') return
  throw new DomainError(
    'agents_off',
    'Agents are switched off. First set agents to PROPOSE with PATCH /v1/organization.',
  )
}
