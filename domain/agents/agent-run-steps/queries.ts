import type { z } from 'zod'
import type { AgentRunStep as StepRow, Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { missingOf, needsOfPersonsIn } from '#platform/core/access/withheld.ts'
import { needsToRead } from '../definitions/checks/needs-of-node.ts'
import { whatMayFollow } from '../definitions/checks/what-may-follow.ts'
import { placeOf, usedBySteps } from './usage.ts'
import { STEP_STATUSES, STEP_TYPES, toAgentRunStep, type AgentRunStep } from './schemas.ts'
import { loadDefinitions } from './load-definitions.ts'
import { needsOfClosedAssistants } from './needs-of-closed-assistants.ts'

export const AgentRunStepQuery = listQuery('agentRunStep', ['createdAt', '-createdAt'], {
  runId: idOf('agentRun').optional().meta({ description: 'Returns only steps of this run.' }),
  status: anyOf(STEP_STATUSES, 'Returns only steps with this status.'),
  type: anyOf(STEP_TYPES, 'Returns only steps of nodes of this type.'),
})
export type AgentRunStepQuery = z.infer<typeof AgentRunStepQuery>

/**
 * Converts steps to their API form, with their model usage. The output of a step is shown to people who may
 * read its sources; others see which permissions they lack.
 */
export const showAgentRunSteps = async (
  rows: StepRow[],
  reader: Reader,
): Promise<AgentRunStep[]> => {
  const asking = rows.filter(({ type }) => type === 'AGENT')
  const [used, definitions, closedTo] = await Promise.all([
    usedBySteps(
      reader,
      asking.map(({ runId }) => runId),
    ),
    loadDefinitions(
      reader,
      rows.map(({ runId }) => runId),
    ),
    needsOfClosedAssistants(reader),
  ])
  return rows.map((row) => {
    const definition = definitions.get(row.runId)!
    const takes = [
      ...needsToRead(definition, row.node),
      ...needsOfPersonsIn(row.output),
      ...closedTo(definition, [row.node]),
    ]
    const follows = isAsked(row) ? whatMayFollow(definition, row.node) : null
    return toAgentRunStep(row, missingOf(reader.actor, takes), used.get(placeOf(row)), follows)
  })
}

const isAsked = ({ type, status }: StepRow): boolean => type === 'APPROVAL' && status === 'WAITING'

const steps = recordQueries({
  permission: 'agent-runs:read',
  name: 'step of a run',
  find: ({ db }, selection: Selection<Prisma.AgentRunStepWhereInput>) =>
    db.agentRunStep.findMany(selection),
  show: showAgentRunSteps,
})

export const loadAgentRunStep = steps.load
export const getAgentRunStep = steps.get
export const listAgentRunSteps = steps.list((query: AgentRunStepQuery) =>
  given(query, 'runId', 'status', 'type'),
)
