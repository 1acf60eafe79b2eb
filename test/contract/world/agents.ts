import { replayTriggers } from '#agents/agent-replays/replay-triggers.ts'
import { runNode } from '#agents/agent-runs/loop/run-loop.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { createRecords, type Made, type Records } from './records.ts'

/** Configured agents, their runs, and what these wait for. */
export const createAgents = (records: Records, { child }: { child: () => Promise<Made> }) => {
  const { make, first, api, client } = records
  const newAgent = () => ({
    name: 'Overdue tasks',
    definition: {
      trigger: { type: 'MANUAL' },
      inputs: [{ name: 'childId', type: 'ID' }],
      start: 'late',
      nodes: [
        { id: 'late', type: 'QUERY', query: 'tasks_overdue', parameters: {}, next: 'ask' },
        {
          id: 'ask',
          type: 'APPROVAL',
          title: 'Remind?',
          shows: 'input.childId',
          roles: ['ADMINISTRATOR'],
          next: 'tell',
        },
        { id: 'tell', type: 'NOTIFY', to: 'STARTER', text: '{{ size(steps.late.rows) }} are late' },
      ],
    },
  })

  const agent = (): Promise<Made> => make('/v1/agents', newAgent())

  /** Running it needs no other permission. */
  const decidingAgent = (trigger: object = { type: 'MANUAL' }): Promise<Made> =>
    make('/v1/agents', {
      name: 'Early in the month',
      definition: {
        trigger,
        start: 'early',
        nodes: [{ id: 'early', type: 'CONDITION', when: 'now.getDate() < 8' }],
      },
    })

  const offeredAgent = async (): Promise<Made> =>
    make(`/v1/agents/${(await agent()).id}/offer-as-template`)

  const publishedAgent = async (): Promise<Made> => make(`/v1/agents/${(await agent()).id}/publish`)

  /** Started by the registration of a child. */
  const eventAgent = async (trigger: object = {}): Promise<Made> => {
    const { id } = await make('/v1/agents', {
      name: 'Greet',
      definition: {
        trigger: { type: 'EVENT', eventType: 'child.registered', ...trigger },
        start: 'greet',
        nodes: [{ id: 'greet', type: 'NOTIFY', to: 'STARTER', text: 'Somebody is new' }],
      },
    })
    return make(`/v1/agents/${id}/publish`)
  }

  /** A replay that has not begun to look at events. */
  const agentReplay = async (): Promise<Made> =>
    make(`/v1/agents/${(await eventAgent()).id}/replays`)

  /** A result about a child. */
  const replayResult = async (): Promise<Made> => {
    const parameters = {
      title: 'Call the family',
      role: 'SCHEDULER',
      childId: { expression: 'event.data.childId' },
    }
    const { id } = await make('/v1/agents', {
      name: 'Calls',
      definition: {
        trigger: { type: 'EVENT', eventType: 'child.registered' },
        start: 'call',
        nodes: [{ id: 'call', type: 'ACTION', action: 'create_task', parameters }],
      },
    })
    await child()
    const replay = await make(`/v1/agents/${id}/replays`)
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'makeRecords' })
    await replayTriggers(ctx, replay)
    return { ...(await first(`/v1/agent-replays/${replay.id}/results`)), replayId: replay.id }
  }

  const scheduledAgent = async (): Promise<Made> => {
    const { id } = await make('/v1/agents', {
      name: 'Every morning',
      definition: {
        trigger: {
          type: 'SCHEDULE',
          recurrence: 'FREQ=DAILY',
          startsOn: '2026-11-01',
          startTime: '08:00',
        },
        start: 'late',
        nodes: [{ id: 'late', type: 'QUERY', query: 'tasks_overdue' }],
      },
    })
    return make(`/v1/agents/${id}/publish`)
  }

  /** By another key, because the starter of a run cannot approve it. */
  const agentRun = async (): Promise<Made> => {
    const { id } = await publishedAgent()
    const starter = createRecords(api, await api.createClient(client.tenantId))
    return starter.make(`/v1/agents/${id}/runs`, { input: { childId: (await child()).id } })
  }

  const pausedRun = async (): Promise<Made> => make(`/v1/agent-runs/${(await agentRun()).id}/pause`)

  /** Carries out a node: as in Temporal once more, if a worker carried it out at the same moment. */
  const carryOut = async (runId: string, node: string): Promise<void> => {
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'makeRecords' })
    const at = { runId, node, item: 0 }
    await runNode(ctx, at).catch(() => runNode(ctx, at))
  }

  /** A step that waits for an event in the future. */
  const awaitingStep = async (): Promise<Made> => {
    const { id } = await make('/v1/agents', {
      name: 'Waits',
      definition: {
        trigger: { type: 'MANUAL' },
        start: 'wait',
        nodes: [
          { id: 'wait', type: 'WAIT', for: { eventType: 'settlement.failed', hours: 8_784 } },
        ],
      },
    })
    await make(`/v1/agents/${id}/publish`)
    const { id: runId } = await make(`/v1/agents/${id}/runs`)
    await carryOut(runId, 'wait')
    return first(`/v1/agent-run-steps?runId=${runId}`)
  }

  /** A run that waits for an event, in a centre turned into a test centre. */
  const skippableRun = async (): Promise<Made> => {
    const { runId } = await awaitingStep()
    await api.query('UPDATE tenants SET is_test = true WHERE tenant_id = $1', [client.tenantId])
    return first(`/v1/agent-runs?status=WAITING&limit=1&sort=-createdAt`).then((run) => ({
      ...run,
      id: String(runId),
    }))
  }

  /** A run with its first node executed. */
  const cancelledRun = async (): Promise<Made> => {
    const { runId } = await waitingStep()
    return make(`/v1/agent-runs/${String(runId)}/cancel`)
  }

  /** An agent started by its webhook, which has no address yet. Running it needs no other permission. */
  const webhookAgent = async (): Promise<Made> => {
    const { id } = await make('/v1/agents', {
      name: 'By messages',
      definition: {
        trigger: { type: 'WEBHOOK' },
        start: 'early',
        nodes: [{ id: 'early', type: 'CONDITION', when: 'now.getDate() < 8' }],
      },
    })
    return make(`/v1/agents/${id}/publish`)
  }

  /** The path of its address. */
  const webhookPath = async (): Promise<string> => {
    const { id } = await webhookAgent()
    const { webhookUrl } = await make(`/v1/agents/${id}/rotate-webhook-url`)
    return new URL(String(webhookUrl)).pathname
  }

  /** The step of a run that waits for a decision. */
  const waitingStep = async (): Promise<Made> => {
    const { id: runId } = await agentRun()
    for (const node of ['late', 'ask']) await carryOut(runId, node)
    return first(`/v1/agent-run-steps?runId=${runId}&status=WAITING`)
  }

  return {
    newAgent,
    agent,
    decidingAgent,
    eventAgent,
    scheduledAgent,
    offeredAgent,
    agentReplay,
    replayResult,
    publishedAgent,
    agentRun,
    pausedRun,
    cancelledRun,
    awaitingStep,
    skippableRun,
    webhookAgent,
    webhookPath,
    waitingStep,
  }
}
