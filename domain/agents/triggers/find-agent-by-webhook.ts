import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { hashSecret } from '#platform/identity/secrets.ts'
import { systemSql } from '#platform/identity/system-sql.ts'

interface FoundAgent {
  tenantId: string
  id: string
}

/** Finds the agent with a webhook address in any tenant, because the sender does not say which. */
export const findAgentByWebhook = async (
  platform: Platform,
  token: string,
): Promise<FoundAgent> => {
  const [agent] = await systemSql(platform)<FoundAgent>(FIND, [hashSecret(token)])
  if (agent) return agent
  throw new DomainError(
    'not_found',
    'This webhook does not exist. Ask the agent’s administrator for its current URL.',
  )
}

/** The context of a webhook sender, who can only start the agent and is identified as the agent. */
export const webhookContext = (
  ctx: Omit<Context, 'actor' | 'tenantId'>,
  { tenantId, id }: FoundAgent,
): Context => ({
  ...ctx,
  tenantId,
  actor: { kind: 'ANONYMOUS', id, permissions: new Set(['agent-runs:write']) },
})

const FIND = {
  name: 'find_agent_by_webhook',
  text: `SELECT tenant_id AS "tenantId", id FROM agents WHERE webhook_token_hash = $1`,
}
