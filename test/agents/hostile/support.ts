/** Everything an agent can read and do, each as a node of a definition. */
import { expect } from 'vitest'
import type { z } from 'zod'
import { ACTIONS } from '#agents/catalog/actions/index.ts'
import { QUERIES } from '#agents/catalog/queries/index.ts'
import { runNode } from '#agents/agent-runs/loop/run-loop.ts'
import type { AgentRun } from '#agents/agent-runs/schemas.ts'
import { TOOLS } from '#agents/tools/index.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { Json, World } from '../../contract/world.ts'
import type { ApiClient, TestApi } from '../../support/api.ts'
import type { ModelServer } from '../../support/model-server.ts'
import { carryOut, publishedAgent, stepsOf } from '../agent-runs/support.ts'
import { PARAMETERS_OF_ACTIONS } from '../catalog/parameters-of-actions.ts'

export interface Entry {
  kind: 'QUERY' | 'ACTION' | 'TOOL'
  name: string
  needs: Needs
  parameters: z.ZodType
  /** Whether it asks people or writes records. */
  writes: boolean
}

export const ENTRIES: readonly Entry[] = [
  ...Object.values(QUERIES).map((it) => ({ ...it, kind: 'QUERY' as const, writes: false })),
  ...Object.values(ACTIONS).map((it) => ({ ...it, kind: 'ACTION' as const, writes: true })),
  ...Object.values(TOOLS).map((it) => ({
    ...it,
    kind: 'TOOL' as const,
    writes: it.effect !== 'READ',
  })),
]

const RANGE = { earliest: '2026-12-01T00:00:00Z', latest: '2026-12-02T00:00:00Z' }
const ofChild = async (world: World) => ({ id: (await world.child()).id })

/** Parameters of an entry, about records of a world; queries and tools get every required one. */
export const parametersOf = (world: World, { name }: Pick<Entry, 'name'>): Promise<Json> | Json => {
  const action = PARAMETERS_OF_ACTIONS[name.replace(/^propose_/, '')]
  return action ? action(world) : (REQUIRED[name]?.(world) ?? {})
}

const REQUIRED: Record<string, (world: World) => Promise<Json>> = {
  appointments_of_tomorrow_without_form: async (world) => ({
    formTemplateId: (await world.formTemplate()).id,
  }),
  search_slots: async (world) => ({ serviceIds: [(await world.service()).id], ...RANGE }),
  list_appointments: async (world) => ({ childId: (await world.child()).id, ...RANGE }),
  get_child: ofChild,
  get_child_progress: ofChild,
  list_assessments: async (world) => ({ childId: (await world.child()).id }),
  list_worklist: async (world) => ({ childId: (await world.child()).id }),
  search_knowledge: async (world) => ({
    assistantId: (await world.assistant()).id,
    question: 'How late may we cancel?',
  }),
}

const approval = (next: string): Json => ({
  id: 'ask',
  type: 'APPROVAL',
  title: 'May it?',
  roles: ['ADMINISTRATOR'],
  next,
})

const nodesFor = ({ kind, name }: Entry, parameters: Json): [Json, ...Json[]] => {
  switch (kind) {
    case 'QUERY':
      return [{ id: 'it', type: 'QUERY', query: name, parameters }]
    case 'ACTION':
      return [approval('it'), { id: 'it', type: 'ACTION', action: name, parameters }]
    case 'TOOL':
      return [{ id: 'it', type: 'AGENT', instructions: 'Do it.', tools: [name] }]
  }
}

/** The outcome of a node, in words. */
export interface Came {
  /** Whether it failed or found nothing to do. */
  refused: boolean
  text: string
}

interface Trial {
  api: TestApi
  world: World
  server: ModelServer
  /** The key or user that the runs act for. */
  starter: Pick<ApiClient, 'post'>
}

/** An agent whose first node is this entry. */
export const agentFor = async (world: World, entry: Entry, parameters: Json): Promise<string> =>
  (await publishedAgent(world, nodesFor(entry, parameters), { limits: OFTEN })).id

/** The node always fails. */
const OFTEN = { runsPerDay: 10_000, pauseAfterFailures: null }

/** Starts a run of such an agent and executes it; for a tool, executes the call of the model. */
export const ran = async (
  trial: Trial,
  entry: Entry,
  { agentId, parameters }: { agentId: string; parameters: Json },
  between?: () => Promise<unknown>,
): Promise<Came> => {
  const { api, world, starter } = trial
  const { status, text, body: run } = await starter.post<AgentRun>(`/v1/agents/${agentId}/runs`)
  expect(status, text).toBe(201)
  await between?.()
  if (entry.kind === 'TOOL') return calledBy(trial, run, entry.name, parameters)
  if (entry.kind === 'ACTION') {
    expect(await carryOut(api, world, run)).toBe('WAITS')
    const [step] = await stepsOf(world, run)
    await world.byOwner(`/v1/agent-run-steps/${step!.id}/approve`)
  }
  await carryOut(api, world, run, { node: entry.kind === 'ACTION' ? 'ask' : 'it' })
  const { failure, output } = (await stepsOf(world, run)).find(({ node }) => node === 'it')!
  return {
    refused: failure !== null || output['status'] === 'SKIPPED',
    text: failure ? `${failure.code}: ${failure.message}` : JSON.stringify(output),
  }
}

export const tried = async (trial: Trial, entry: Entry, parameters: Json): Promise<Came> => {
  const agentId = await agentFor(trial.world, entry, parameters)
  return ran(trial, entry, { agentId, parameters })
}

/** One turn of the model and the call it requests. */
const calledBy = async (
  { api, world, server }: Trial,
  run: AgentRun,
  tool: string,
  input: Json,
): Promise<Came> => {
  server.reply(() => ({ tool, input }))
  const { tenantId } = world.client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'runNode' })
  const at = { runId: run.id, node: 'it', item: 0 }
  for (let turn = 0; turn < 2; turn += 1) await runNode(ctx, at)
  const [step] = await stepsOf(world, run)
  await world.client.post(`/v1/agent-runs/${run.id}/cancel`)
  const { failure, output } = step!
  if (failure) return { refused: true, text: `${failure.code}: ${failure.message}` }
  const { turns } = output as { turns: { kind: string; result: string }[] }
  const { result: text } = turns.at(-1)!
  // A person is told about messages without recipients, and there is nothing else to do.
  return { refused: /^[a-z_]+: |no_guardian_to_write_to/.test(text), text }
}
