import { z } from 'zod'
import type { AiModelCall as CallRow, Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery, ONE_PAGE, within } from '#platform/core/lists/paging.ts'
import { can } from '#platform/core/access/permissions.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { missingForText } from '#platform/core/access/withheld.ts'
import { closedAssistants } from '../assistants/closed-assistants.ts'
import { CALL_PURPOSES, CALL_STATUSES } from './rules.ts'
import { toModelCall, type ModelCall, type ModelCallTotals } from './schemas.ts'

export const ModelCallQuery = listQuery('modelCall', ['-createdAt', 'createdAt'], {
  modelId: idOf('aiModel').optional().meta({ description: 'Returns only calls of this model.' }),
  childId: idOf('child').optional().meta({ description: 'Returns only calls about this child.' }),
  runId: idOf('agentRun').optional().meta({ description: 'Returns only calls of this agent run.' }),
  status: anyOf(CALL_STATUSES, 'Returns only calls with this status.'),
  purpose: anyOf(CALL_PURPOSES, 'Returns only calls for this purpose.'),
  ...instantRange('createdAt'),
})
export type ModelCallQuery = z.infer<typeof ModelCallQuery>

export const ModelCallTotalsQuery = z.strictObject({
  modelId: idOf('aiModel').optional().meta({ description: 'Returns only calls of this model.' }),
  ...instantRange('createdAt'),
})
type ModelCallTotalsQuery = z.infer<typeof ModelCallTotalsQuery>

/**
 * Shows texts to people who may read their sources and the assistant's documents. Which assistants an agent's
 * turn searched is not recorded, so a person to whom any possible one is closed cannot read the texts.
 */
const showModelCalls = async (rows: CallRow[], reader: Reader): Promise<ModelCall[]> => {
  const closed = new Set<string | null>(await closedAssistants(reader))
  const quotesClosed = ({ assistantId, purpose, readingNeeds }: CallRow) =>
    closed.has(assistantId) ||
    (closed.size > 0 && purpose === 'AGENT' && readingNeeds.includes('knowledge:read'))
  return rows.map((row) => {
    const takes = quotesClosed(row) ? ['knowledge:write'] : []
    return toModelCall(
      row,
      missingForText(reader.actor, { ...row, readingNeeds: [...row.readingNeeds, ...takes] }),
    )
  })
}

const calls = recordQueries({
  permission: 'ai-model-calls:read',
  name: 'call of a model',
  find: ({ db, actor }, { where, ...selection }: Selection<Prisma.AiModelCallWhereInput>) =>
    db.aiModelCall.findMany({
      ...selection,
      // Without permission to read children, only records that are not about a child are visible.
      where: can(actor, 'children:read') ? where : { AND: [where, { childId: null }] },
    }),
  show: showModelCalls,
})

export const loadModelCall = calls.load
export const getModelCall = calls.get
export const listModelCalls = calls.list((query: ModelCallQuery) =>
  given(query, 'modelId', 'childId', 'runId', 'status', 'purpose'),
)

/** Usage and cost of calls, by model. */
export const getModelCallTotals = (
  ctx: Context,
  query: ModelCallTotalsQuery,
): Promise<ModelCallTotals> =>
  read(ctx, 'ai-model-calls:read', async ({ db, tenantId }) => {
    const createdAt = within(query, 'createdAt')
    const groups = await db.aiModelCall.groupBy({
      by: ['modelId', 'currency', 'status'],
      where: { tenantId, ...given(query, 'modelId'), createdAt },
      _count: true,
      _sum: { inputTokens: true, outputTokens: true, cost: true },
      orderBy: [{ modelId: 'asc' }, { currency: 'asc' }],
    })
    const byModel = Map.groupBy(groups, ({ modelId, currency }) => `${modelId} ${currency}`)
    return {
      ...ONE_PAGE,
      data: [...byModel.values()].map((of) => ({
        modelId: of[0]!.modelId,
        calls: total(of, ({ _count }) => _count),
        failed: total(of, ({ status, _count }) => (status === 'FAILED' ? _count : 0)),
        inputTokens: total(of, ({ _sum }) => _sum.inputTokens),
        outputTokens: total(of, ({ _sum }) => _sum.outputTokens),
        cost: total(of, ({ _sum }) => _sum.cost),
        currency: of[0]!.currency,
      })),
    }
  })

const total = <Group>(groups: readonly Group[], count: (group: Group) => number | null): number =>
  groups.reduce((sum, group) => sum + (count(group) ?? 0), 0)
