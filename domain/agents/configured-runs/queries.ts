import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { anyOf, listQuery } from '#platform/core/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { STEP_STATUSES, STEP_TYPES, toAgentRunStep } from './schemas.ts'

export const AgentRunStepQuery = listQuery('agentRunStep', ['createdAt', '-createdAt'], {
  runId: idOf('agentRun').optional().meta({ description: 'Only steps of this run.' }),
  status: anyOf(STEP_STATUSES, 'Only steps in this status.'),
  type: anyOf(STEP_TYPES, 'Only steps of such nodes.'),
})
export type AgentRunStepQuery = z.infer<typeof AgentRunStepQuery>

const steps = recordQueries({
  permission: 'agent-runs:read',
  name: 'step of a run',
  find: ({ db }, selection: Selection<Prisma.AgentRunStepWhereInput>) =>
    db.agentRunStep.findMany(selection),
  show: each(toAgentRunStep),
})

export const loadAgentRunStep = steps.load
export const getAgentRunStep = steps.get
export const listAgentRunSteps = steps.list((query: AgentRunStepQuery) =>
  given(query, 'runId', 'status', 'type'),
)
