import { createChild } from '#people/children/create-child.ts'
import { StartAgentReplay } from '#agents/agent-replays/schemas.ts'
import { startAgentReplay } from '#agents/agent-replays/start-agent-replay.ts'
import { pauseAgent } from '#agents/agents/pause-agent.ts'
import { patchAgent } from '#agents/agents/patch-agent.ts'
import { AgentDefinition } from '#agents/definitions/definition.ts'
import { asKey, openAgent, untilSo } from './agents.ts'
import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Events that are replayed. */
const EVENTS = { quick: 60, full: 1_000 }
const KILLS = 3

const trigger = { type: 'EVENT', eventType: 'child.registered' }

/** What the published version does for each child, and the draft. */
const PUBLISHED = [{ id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'A new child' }] as const
const DRAFT = [
  { id: 'ask', type: 'APPROVAL', title: 'Write?', roles: ['ADMINISTRATOR'], next: 'write' },
  {
    id: 'write',
    type: 'ACTION',
    action: 'message_guardians',
    parameters: {
      template: 'centre.message',
      childId: { expression: 'event.data.childId' },
      message: { subject: 'Welcome', text: 'We look forward to seeing you' },
    },
  },
]

export const killInReplays: Drill = {
  name: 'kill-in-replays',
  what: 'kill -9 of all workers three times while an agent is replayed over 1,000 events',
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const { ctx, tenantId } = centre
    const events = quick ? EVENTS.quick : EVENTS.full
    const agentId = await openAgent(ctx, PUBLISHED, { trigger })
    await pauseAgent(ctx, { id: agentId })
    const definition = AgentDefinition.parse({ trigger, start: 'ask', nodes: DRAFT })
    await patchAgent(ctx, { id: agentId, patch: { definition } })
    for (let index = 0; index < events; index += 1)
      await createChild(ctx, {
        firstName: `Child${index}`,
        lastName: 'Replayed',
        birthDate: '2022-01-01',
      })
    const starter = await asKey(centre)
    await settled(run, [centre])
    const before = await site.query(WRITTEN, [tenantId])
    const asked = StartAgentReplay.parse({ mostTriggers: events })
    const replay = await startAgentReplay(starter, { id: agentId, ...asked })
    const progress = async () => (await site.query<Progress>(PROGRESS, [replay.id]))[0]!
    const until = (share: number) =>
      untilSo('the replay goes on', async () => {
        const { settled: moved, status } = await progress()
        return { done: moved >= share && (share < events || status !== 'RUNNING'), moved }
      })
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await until(Math.floor((events * kill) / (KILLS + 1)))
      await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
      const found = await progress()
      say(`kill ${kill}: ${found.settled} of ${events} are settled`)
      holds('there was something to lose', found.status === 'RUNNING', found)
      await Promise.all(site.workers.map((it) => it.start()))
    }
    await until(events)
    const found = await progress()
    count('events', events)
    count('kills', KILLS)
    holds(
      'the replay is complete, with each event once',
      found.status === 'DONE' && found.results === events && found.eventsOnce === events,
      found,
    )
    const after = await site.query(WRITTEN, [tenantId])
    holds(
      'nothing was written, sent or started',
      JSON.stringify(after) === JSON.stringify(before),
      {
        before,
        after,
      },
    )
    await settled(run, [centre])
    await reconcile(run, { ledger, centres: [centre] })
  },
}

interface Progress {
  status: string
  settled: number
  results: number
  eventsOnce: number
}

const PROGRESS = `
  SELECT r.status, r.settled,
    (SELECT count(*)::int FROM agent_replay_results s WHERE s.replay_id = r.id AND s.settled_at IS NOT NULL) AS results,
    (SELECT count(DISTINCT s.event_id)::int FROM agent_replay_results s
      WHERE s.replay_id = r.id AND s.difference = 'DIFFERENT') AS "eventsOnce"
  FROM agent_replays r WHERE r.id = $1`

/** What the agent's actions would have written; the replay's own start is the only message to a workflow. */
const WRITTEN = `
  SELECT (SELECT count(*)::int FROM messages WHERE tenant_id = $1) AS messages,
    (SELECT count(*)::int FROM tasks WHERE tenant_id = $1) AS tasks,
    (SELECT count(*)::int FROM agent_runs WHERE tenant_id = $1) AS runs,
    (SELECT count(*)::int FROM agent_run_steps WHERE tenant_id = $1) AS steps,
    (SELECT count(*)::int FROM performed_actions WHERE tenant_id = $1) AS actions,
    (SELECT count(*)::int FROM ai_model_calls WHERE tenant_id = $1) AS calls,
    (SELECT count(*)::int FROM outbox WHERE tenant_id = $1 AND type <> 'agentReplay') AS outbox`
