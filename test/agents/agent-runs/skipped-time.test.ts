import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAgentRunSteps } from '#agents/agent-run-steps/queries.ts'
import { getAgentRun, listAgentRuns } from '#agents/agent-runs/queries.ts'
import { startAgentRun } from '#agents/agent-runs/start/start-agent-run.ts'
import { createAgent } from '#agents/agents/create-agent.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import { CreateAgent } from '#agents/agents/schemas.ts'
import { allowModelUrl } from '#knowledge/models/allowed-model-url.ts'
import { createAiModel } from '#knowledge/models/create-ai-model.ts'
import { CreateAiModel } from '#knowledge/models/schemas.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import type { Context } from '#platform/core/context/context.ts'
import { permissionsOf, SCOPES } from '#platform/core/access/permissions.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import type { agentRun, agentTriggers } from '../../../workflows/index.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { startModelServer, type ModelServer, type Reply } from '../../support/model-server.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import {
  FollowingClock,
  startSkippedWorld,
  type SkippedWorld,
} from '../../workflows/skipped-time.ts'
import { createCentre, type Centre } from '../../workflows/support.ts'

const HOUR_MS = 3_600_000
/** The longest wait allowed. */
const MODEL_TIMEOUT_SECONDS = 120
type Node = { id: string } & Record<string, unknown>

describe.skipIf(!timeSkippingServer())('over days and months', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let centre: Centre
  let world: SkippedWorld
  let env: TestWorkflowEnvironment
  let server: ModelServer
  /** The key or user that the runs act for. */
  let key: Context
  beforeAll(async () => {
    server = stack.use(await startModelServer())
    world = stack.use(await startSkippedWorld(clock, { modelHosts: [server.host] }))
    ;({ env } = world)
    centre = await createCentre(world.platform, world.database)
    const { id } = await createApiKey(centre.ctx, { name: 'Starter', scopes: [...SCOPES] })
    key = { ...centre.ctx, actor: { kind: 'API_KEY', id, permissions: permissionsOf(SCOPES) } }
  })
  afterAll(() => stack.disposeAsync())

  const published = async (nodes: readonly [Node, ...Node[]], more: object = {}) => {
    const definition = { trigger: { type: 'MANUAL' }, start: nodes[0].id, nodes, ...more }
    const { id } = await createAgent(key, CreateAgent.parse({ name: 'Skipping', definition }))
    await publishAgent(key, { id })
    return id
  }

  /** A run from start to end, with its steps. */
  const ran = async (nodes: readonly [Node, ...Node[]]) => {
    clock.follow(await env.currentTimeMs())
    const { id: subjectId } = await startAgentRun(key, { id: await published(nodes), input: {} })
    const { tenantId } = centre
    await env.client.workflow.execute<typeof agentRun>('agentRun', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('agentRun', { tenantId, subjectId }),
      args: [{ tenantId, subjectId }],
    })
    const query = { runId: subjectId, limit: 100, sort: 'createdAt' } as const
    const { data: steps } = await listAgentRunSteps(key, query)
    return { run: await getAgentRun(key, { id: subjectId }), steps }
  }
  const hoursOf = ({ usage }: { usage: { durationMs: number | null } }) =>
    Math.round((usage.durationMs! / HOUR_MS) * 100) / 100

  const condition = (id: string): Node => ({ id, type: 'CONDITION', when: 'true' })

  test('an approval without a decision takes its timeout branch after three days', async () => {
    const ask = { id: 'ask', type: 'APPROVAL', title: 'May it?', roles: ['ADMINISTRATOR'] }
    const { run, steps } = await ran([
      { ...ask, expiresAfterHours: 72, next: 'yes', onExpiry: 'late' },
      condition('yes'),
      condition('late'),
    ])
    expect(steps.map(({ node }) => node)).toEqual(['ask', 'late'])
    expect([run.status, hoursOf(steps[0]!)]).toEqual(['SUCCEEDED', 72])
  })

  test('a node waits for ninety days', async () => {
    const wait = { id: 'wait', type: 'WAIT', for: { hours: 2_160 }, next: 'then' }
    const { run, steps } = await ran([wait, condition('then')])
    expect(steps.map(({ node }) => node)).toEqual(['wait', 'then'])
    expect([run.status, hoursOf(run)]).toEqual(['SUCCEEDED', 2_160])
  })

  describe('a model', () => {
    beforeAll(async () => {
      const baseUrl = await allowModelUrl(world.platform, server.url)
      const model = { name: 'Scripted', provider: 'OPENAI_COMPATIBLE', model: 'scripted' }
      const limits = {
        timeoutSeconds: MODEL_TIMEOUT_SECONDS,
        callsPerMinute: 10_000,
        tokensPerDay: 100_000_000,
      }
      const input = CreateAiModel.parse({ ...model, ...limits, baseUrl: server.url, enabled: true })
      await createAiModel(centre.ctx, input, baseUrl)
    })
    const agent = (more: object): Node => ({
      id: 'think',
      type: 'AGENT',
      instructions: 'Sum up.',
      ...more,
    })
    /** The model is unavailable for the given number of hours. */
    const awayFor = async (hours: number) => {
      const backAt = (await env.currentTimeMs()) + hours * HOUR_MS
      const away: Reply = { status: 503 }
      server.reply(() => (clock.now().getTime() < backAt ? away : { text: 'Here again.' }))
    }

    test('is retried for most of a day while it is unavailable, and then the run continues', async () => {
      await awayFor(20)
      const { run, steps } = await ran([
        agent({ retry: 'PATIENT', next: 'then' }),
        condition('then'),
      ])
      expect(steps.map(({ node }) => node)).toEqual(['think', 'then'])
      expect(steps[0]!.output).toMatchObject({ answer: 'Here again.' })
      expect(run.status).toBe('SUCCEEDED')
      expect(hoursOf(run)).toBeGreaterThanOrEqual(20)
      expect(hoursOf(run)).toBeLessThan(20.5)
    })

    test('is given up after a day, and the run takes the error branch', async () => {
      await awayFor(1_000)
      const patient = { retry: 'PATIENT', onError: { node: 'instead' } }
      const { run, steps } = await ran([agent(patient), condition('instead')])
      expect(steps.map(({ node, failure }) => [node, failure?.code])).toEqual([
        ['think', 'unavailable'],
        ['instead', undefined],
      ])
      expect(run.status).toBe('SUCCEEDED')
      expect(hoursOf(run)).toBeGreaterThan(23)
      expect(hoursOf(run)).toBeLessThan(25)
    })

    test('is given up within minutes by a node with the usual retries', async () => {
      await awayFor(1_000)
      const { run } = await ran([agent({})])
      expect(run.failure).toEqual({ code: 'unavailable', node: 'think' })
      expect(hoursOf(run)).toBeLessThan(0.1)
    })

    test('may stay silent no longer than the timeout of the node, even if that of the model is longer', async () => {
      const answered = Promise.withResolvers<Reply>()
      server.reply(() => answered.promise)
      const { run } = await ran([agent({ timeoutSeconds: 1, retry: 'NONE' })])
      // Otherwise the worker would wait for this call when it stops.
      answered.resolve({ text: 'Too late.' })
      expect(run.failure).toEqual({ code: 'unavailable', node: 'think' })
      expect(run.usage.durationMs).toBeLessThan(MODEL_TIMEOUT_SECONDS * 1_000)
    })
  })

  /** Start times of runs, in Berlin local time. */
  const timesOf = async (agentId: string): Promise<string[]> => {
    const { data } = await listAgentRuns(key, { agentId, limit: 10, sort: 'createdAt' })
    return data.map(({ createdAt }) =>
      Temporal.Instant.from(createdAt)
        .toZonedDateTimeISO('Europe/Berlin')
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' }),
    )
  }
  const daily = (startsOn: string, until: string, more: object = {}) => ({
    trigger: {
      type: 'SCHEDULE',
      recurrence: `FREQ=DAILY;UNTIL=${until}`,
      startsOn,
      startTime: '02:30',
      ...more,
    },
  })
  /** Waits until no agent has a next time. */
  const fireAll = async () => {
    const { tenantId } = centre
    await env.client.workflow.execute<typeof agentTriggers>('agentTriggers', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('agentTriggers', { tenantId, subjectId: tenantId }),
      args: [{ tenantId, subjectId: tenantId }],
    })
  }

  /** The Sundays of clock changes in the next full year. */
  const changeIn = (month: number): Temporal.PlainDate => {
    const year = clock.now().getUTCFullYear() + 1
    const last = Temporal.PlainDate.from({ year, month, day: 31 })
    return last.subtract({ days: last.dayOfWeek % 7 })
  }
  const around = (day: Temporal.PlainDate, more: object = {}) =>
    daily(String(day.subtract({ days: 1 })), String(day.add({ days: 1 })).replaceAll('-', ''), more)

  test('a schedule keeps its local time over both changes of the clock', async () => {
    clock.follow(await env.currentTimeMs())
    const [spring, autumn] = [changeIn(3), changeIn(10)]
    const inSpring = await published([condition('only')], around(spring))
    const inAutumn = await published([condition('only')], around(autumn))
    await fireAll()
    expect(await timesOf(inSpring)).toEqual([
      `${String(spring.subtract({ days: 1 }))}T02:30`,
      // 02:30 does not exist on that day.
      `${String(spring)}T03:30`,
      `${String(spring.add({ days: 1 }))}T02:30`,
    ])
    expect(await timesOf(inAutumn)).toEqual([
      `${String(autumn.subtract({ days: 1 }))}T02:30`,
      // It occurs twice and counts once.
      `${String(autumn)}T02:30`,
      `${String(autumn.add({ days: 1 }))}T02:30`,
    ])
  })

  test('a schedule missed during a clock change is caught up once, or not at all', async () => {
    clock.follow(await env.currentTimeMs())
    const spring = changeIn(3)
    const once = await published([condition('only')], around(spring))
    const not = await published([condition('only')], around(spring, { ifMissed: 'SKIP' }))
    const noon = spring.toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: '12:00' })
    await env.sleep(noon.epochMilliseconds - (await env.currentTimeMs()))
    await fireAll()
    const after = `${String(spring.add({ days: 1 }))}T02:30`
    expect(await timesOf(once)).toEqual([`${String(spring)}T12:00`, after])
    expect(await timesOf(not)).toEqual([after])
  })
})
