import { DomainError } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { AgentMode } from '#organization/tenants/schemas.ts'

/** A centre can disable agents. Actions that were already approved are still executed. */
export const assertAgentsOn = async (reader: Reader): Promise<void> =>
  assertOn(await loadTenantSettings(reader))

/** The same, for settings that are already loaded. */
export const assertOn = ({ agents }: { agents: AgentMode }): void => {
  if (agents !== 'OFF') return
  throw new DomainError(
    'agents_off',
    'Agents are switched off. First set agents to PROPOSE with PATCH /v1/organization.',
  )
}
