import { expect } from 'vitest'
import { replayTriggers } from '#agents/agent-replays/replay-triggers.ts'
import type { AgentReplay, AgentReplayResult } from '#agents/agent-replays/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { Json, World } from '../../contract/world.ts'
import type { ApiClient, TestApi } from '../../support/api.ts'

type Caller = Pick<ApiClient, 'get' | 'post'>

export const startReplay = async (
  { client }: { client: Caller },
  agentId: string,
  body: Json = {},
): Promise<AgentReplay> => {
  const answer = await client.post<AgentReplay>(`/v1/agents/${agentId}/replays`, body)
  expect(answer.status, answer.text).toBe(202)
  return answer.body
}

export const shownReplay = async (
  { client }: { client: Caller },
  id: string,
): Promise<AgentReplay> => (await client.get<AgentReplay>(`/v1/agent-replays/${id}`)).body

export const resultsOf = async (
  { client }: { client: Caller },
  id: string,
  query = '',
): Promise<AgentReplayResult[]> => {
  const { status, text, body } = await client.get<{ data: AgentReplayResult[] }>(
    `/v1/agent-replays/${id}/results?limit=100${query}`,
  )
  expect(status, text).toBe(200)
  return body.data
}

/** Runs the workflow of a replay until it ends, and its activity once more. */
export const carryOutReplay = async (
  api: TestApi,
  { client: { tenantId } }: World,
  id: string,
): Promise<void> => {
  const ctx = systemContext(api.services.platform, { tenantId, action: 'replayAgentTriggers' })
  while ((await replayTriggers(ctx, { id })) === 'more') continue
  expect(await replayTriggers(ctx, { id })).toBe('finished')
}

/** Replays an agent and returns the ended replay with its results. */
export const replayed = async (api: TestApi, world: World, agentId: string, body: Json = {}) => {
  const { id } = await startReplay(world, agentId, body)
  await carryOutReplay(api, world, id)
  return { replay: await shownReplay(world, id), results: await resultsOf(world, id) }
}
