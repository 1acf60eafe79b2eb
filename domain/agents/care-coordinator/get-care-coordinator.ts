import type { Context } from '#platform/core/context/context.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { can } from '#platform/core/access/permissions.ts'
import { utc } from '#platform/core/time/time.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { showAgentRuns } from '../agent-runs/queries.ts'
import { isConsidered, recommend } from '../recommendations/get-recommendations.ts'
import { RULE_NAMES, ruleOf } from '../recommendations/rules.ts'
import type { CareCoordinator } from './schemas.ts'

const MOST_ACTIONS = 20
const MOST_RUNS = 5

/** The agent that monitors the centre's records: what it looks for, its recommendations, and its last runs. */
export const getCareCoordinator = (ctx: Context): Promise<CareCoordinator> =>
  read(ctx, 'recommendations:read', async (reader) => {
    const { actor, db, tenantId, now } = reader
    const { agents } = await loadTenantSettings(reader)
    const isOff = agents === 'OFF'
    const nextActions = isOff ? [] : await recommend(reader, {})
    const runs = can(actor, 'agent-runs:read')
      ? await db.agentRun.findMany({
          where: { tenantId },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: MOST_RUNS,
        })
      : []
    return {
      status: isOff ? 'OFF' : 'ACTIVE',
      computedAt: utc(now),
      rules: RULE_NAMES.map((rule) => {
        const { title, weight } = ruleOf(rule)
        return { rule, title, weight, considered: isConsidered(actor, rule) }
      }),
      nextActions: nextActions.slice(0, MOST_ACTIONS),
      latestRuns: await showAgentRuns(runs, reader),
    }
  })
