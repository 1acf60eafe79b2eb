import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { anyOf, additionsQuery, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { DIFFERENCES, OUTCOMES, REPLAY_STATUSES, TRIGGER_KINDS } from './rules.ts'
import { toAgentReplay } from './schemas.ts'
import { showResults } from './show-results.ts'

export const AgentReplayQuery = listQuery('agentReplay', ['-createdAt', 'createdAt'], {
  agentId: idOf('agent').optional().meta({ description: 'Returns only replays of this agent.' }),
  status: anyOf(REPLAY_STATUSES, 'Returns only replays with this status.'),
})
export type AgentReplayQuery = z.infer<typeof AgentReplayQuery>

const replays = recordQueries({
  permission: 'agent-runs:read',
  name: 'replay of an agent',
  find: ({ db }, selection: Selection<Prisma.AgentReplayWhereInput>) =>
    db.agentReplay.findMany(selection),
  show: each(toAgentReplay),
})

export const loadAgentReplay = replays.load
export const getAgentReplay = replays.get
export const listAgentReplays = replays.list((query: AgentReplayQuery) =>
  given(query, 'agentId', 'status'),
)

export const AgentReplayResultQuery = additionsQuery(
  'agentReplayResult',
  'occurredAt',
  ['occurredAt', '-occurredAt'],
  {
    kind: anyOf(TRIGGER_KINDS, 'Returns only events, or only scheduled times.'),
    outcome: anyOf(OUTCOMES, 'Returns only results with this outcome of the replayed version.'),
    difference: anyOf(
      DIFFERENCES,
      'Returns only results with this difference to the published version.',
    ),
  },
)
export type AgentReplayResultQuery = z.infer<typeof AgentReplayResultQuery>

const results = recordQueries({
  permission: 'agent-runs:read',
  name: 'result of a replay',
  find: ({ db }, selection: Selection<Prisma.AgentReplayResultWhereInput>) =>
    db.agentReplayResult.findMany({ ...selection, include: { replay: true } }),
  show: showResults,
})

/** The settled results of a replay, oldest trigger first. */
export const listAgentReplayResults = results.listOf(
  loadAgentReplay,
  ({ id: replayId, ...query }: { id: string } & AgentReplayResultQuery) => ({
    replayId,
    settledAt: { not: null },
    ...given(query, 'kind', 'outcome', 'difference'),
  }),
)
