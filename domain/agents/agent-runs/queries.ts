import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { AgentRunStatus, toAgentAction, toAgentRun } from './schemas.ts'

/** With what its progress is counted by: there are at most some hundred. */
export const include = { actions: { select: { status: true } } }

export const AgentRunQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  agent: z.enum(['ASSESSMENT_RECALL']).optional().meta({ description: 'Only runs of this agent.' }),
  status: z.enum(AgentRunStatus).optional().meta({ description: 'Only runs in this status.' }),
})
export type AgentRunQuery = z.infer<typeof AgentRunQuery>

export const AgentActionQuery = z.strictObject({
  ...pageQuery('rank', '-rank'),
  status: z
    .enum(['PROPOSED', 'DONE', 'SKIPPED', 'CANCELLED'])
    .optional()
    .meta({ description: 'Only actions in this status.' }),
})
export type AgentActionQuery = z.infer<typeof AgentActionQuery>

export const getAgentRun = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'agent-runs:read', async (reader) => toAgentRun(await loadAgentRun(reader, id)))

export const listAgentRuns = (ctx: Context, query: AgentRunQuery) =>
  read(ctx, 'agent-runs:read', (reader) => {
    const { agent, status } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(agent && { agent }),
      ...(status && { status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.agentRun.findMany({ where: { AND: [filter, where] }, orderBy, take, include }),
      toAgentRun,
    )
  })

export const listAgentActions = (
  ctx: Context,
  { id, ...query }: { id: string } & AgentActionQuery,
) =>
  read(ctx, 'agent-runs:read', async (reader) => {
    await loadAgentRun(reader, id)
    const { status } = query
    const filter = { tenantId: reader.tenantId, runId: id, ...(status && { status }) }
    const ofRun = { ...query, runId: id }
    return paginate(
      reader,
      ofRun,
      ({ where, orderBy, take }) =>
        reader.db.agentAction.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toAgentAction,
    )
  })

export const loadAgentRun = async (reader: Reader, id: string) => {
  const row = await reader.db.agentRun.findFirst({ where: inTenant(reader, id), include })
  if (!row) throw notFound('agent run')
  return row
}
