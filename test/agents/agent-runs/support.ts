import { expect } from 'vitest'
import { runNode, completeForEach, finishRun, firstMove } from '#agents/agent-runs/loop/run-loop.ts'
import type { NextNode, NextMove } from '#agents/agent-runs/loop/moves.ts'
import type { AgentRunStep } from '#agents/agent-run-steps/schemas.ts'
import type { AgentRun } from '#agents/agent-runs/schemas.ts'
import { fireTriggers } from '#agents/triggers/fire-triggers.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { Json, Made, World } from '../../contract/world.ts'
import type { ApiClient, TestApi } from '../../support/api.ts'

/** An agent that only reads, so that its runs share workflows. */
export const READS_ONLY = {
  trigger: { type: 'MANUAL' },
  start: 'late',
  nodes: [
    { id: 'late', type: 'QUERY', query: 'tasks_overdue', next: 'end' },
    { id: 'end', type: 'END', message: 'Done' },
  ],
}

/** A published agent with the given nodes, starting at the first. */
export const publishedAgent = async (
  world: World,
  nodes: [Json, ...Json[]],
  { publisher = world.client, ...more }: Json & { publisher?: Pick<ApiClient, 'post'> } = {},
): Promise<Made> => {
  const { id } = await world.make('/v1/agents', {
    name: 'Agent of a test',
    definition: { trigger: { type: 'MANUAL' }, start: nodes[0]['id'], nodes, ...more },
  })
  const { status, text, body } = await publisher.post<Made>(`/v1/agents/${id}/publish`)
  expect(status, text).toBe(200)
  return body
}

/** Starts a run with a separate key, because the starter of a run cannot approve it. */
export const startRun = async (
  api: TestApi,
  { client }: World,
  agentId: string,
  input: Json = {},
): Promise<AgentRun> => {
  const starter = await api.createClient(client.tenantId)
  const { status, text, body } = await starter.post<AgentRun>(`/v1/agents/${agentId}/runs`, {
    input,
  })
  expect(status, text).toBe(201)
  return body
}

export const runOf = async ({ client }: World, { id }: { id: string }): Promise<AgentRun> =>
  (await client.get<AgentRun>(`/v1/agent-runs/${id}`)).body

export const stepsOf = async ({ client }: World, { id }: { id: string }): Promise<AgentRunStep[]> =>
  (await client.get<{ data: AgentRunStep[] }>(`/v1/agent-run-steps?runId=${id}&limit=100`)).body
    .data

/**
 * Runs the workflow of a run, each node twice, until the run waits or ends. Items of a FOR_EACH run one after
 * another.
 * @param at where it waits; its start if absent
 */
export const carryOut = async (
  api: TestApi,
  { client: { tenantId } }: World,
  { id: runId }: { id: string },
  at?: { node: string },
  workflowId?: string,
): Promise<'WAITS' | 'OVER'> => {
  const ctx = systemContext(api.services.platform, {
    tenantId,
    action: 'runNode',
    ...(workflowId && { workflowId }),
  })
  const twice = async (node: string, item: number) => {
    let once = await runNode(ctx, { runId, node, item })
    while (once.move === 'AGAIN') once = await runNode(ctx, { runId, node, item })
    expect(await runNode(ctx, { runId, node, item })).toEqual(once)
    return once
  }
  const chain = async (start: NextNode | null, item: number): Promise<NextMove | 'WAITS'> => {
    for (let next = start; next !== null;) {
      const { id: node } = next
      let move = await twice(node, item)
      if (move.move === 'WAIT') return 'WAITS'
      if (move.move === 'EACH') {
        let failed = 0
        for (let number = 1; number <= move.items; number += 1) {
          const end = await chain(move.body, number)
          if (end === 'WAITS' || end.move === 'STOP') return end
          if (end.move === 'END' && end.status === 'FAILED') failed += 1
        }
        move = await completeForEach(ctx, { runId, node, item, failed })
      }
      if (move.move !== 'GO') return move
      next = move.next
    }
    return { move: 'END', status: 'SUCCEEDED' }
  }
  const first = await firstMove(ctx, { runId })
  if (first.move !== 'GO') return 'OVER'
  const start = at ? { id: at.node, retry: 'STANDARD' as const, timeoutSeconds: 60 } : first.next
  const end = await chain(start, 0)
  if (end === 'WAITS') return 'WAITS'
  if (end.move === 'END') {
    await finishRun(ctx, { runId, status: end.status })
    await finishRun(ctx, { runId, status: end.status })
  }
  return 'OVER'
}

/** Runs the workflow of the centre for events and schedules, twice. */
export const fire = async (api: TestApi, { client: { tenantId } }: World) => {
  const ctx = systemContext(api.services.platform, { tenantId, action: 'fireTriggers' })
  await fireTriggers(ctx)
  return fireTriggers(ctx)
}

/** The runs of a centre, by start time. */
export const runsIn = async ({ client }: World): Promise<AgentRun[]> =>
  (await client.get<{ data: AgentRun[] }>('/v1/agent-runs?sort=createdAt&limit=100')).body.data
