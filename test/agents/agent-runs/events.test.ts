import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { carryOut, fire, publishedAgent, runOf, runsIn, startRun, stepsOf } from './support.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const HOUR_MS = 3_600_000
const newWorld = async () => createWorld(api, await api.createTenant())
const tell = (id: string, text: string): Json => ({ id, type: 'NOTIFY', to: 'SCHEDULER', text })
const wait = (filter: string | null, more: Json = {}): Json => ({
  id: 'wait',
  type: 'WAIT',
  for: { eventType: 'child.registered', filter, hours: 48 },
  next: 'came',
  onTimeout: 'late',
  ...more,
})
const NODES = (filter: string | null): [Json, ...Json[]] => [
  wait(filter),
  tell('came', 'Came: {{ steps.wait.event.data.childId }}'),
  tell('late', 'Late'),
]
const awaited = (centre: World) =>
  api.query<{ type: string }>(
    'SELECT event_type AS type FROM agent_awaited_events WHERE tenant_id = $1',
    [centre.client.tenantId],
  )

describe('a node waiting for an event', () => {
  test('continues on the first event that matches its filter, and ignores others', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(
      centre,
      NODES('arrived.data.childId != "" && arrived.subjectId != input.except'),
      { inputs: [{ name: 'except', type: 'ID' }] },
    )
    const { id: before } = await centre.child()
    const run = await startRun(api, centre, agent.id, { except: before })
    expect(await carryOut(api, centre, run)).toBe('WAITS')
    expect(await awaited(centre)).toEqual([{ type: 'child.registered' }])
    await fire(api, centre)
    expect((await runOf(centre, run)).status).toBe('WAITING')
    const [first] = [await centre.child(), await centre.child()]
    await fire(api, centre)
    expect((await runOf(centre, run)).status).toBe('RUNNING')
    expect(await awaited(centre)).toEqual([])
    expect(await carryOut(api, centre, run)).toBe('OVER')
    const steps = await stepsOf(centre, run)
    expect(steps.map(({ node }) => node)).toEqual(['wait', 'came'])
    expect(steps[0]!.output).toMatchObject({
      timedOut: false,
      event: { type: 'child.registered', data: { childId: first.id } },
    })
  })

  /** A run that has waited for longer than its node does, with one event meanwhile. */
  const waitedTooLong = async (filter: string) => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, NODES(filter))
    const run = await startRun(api, centre, agent.id)
    expect(await carryOut(api, centre, run)).toBe('WAITS')
    await centre.child()
    await fire(api, centre)
    const before = api.clock.now()
    try {
      api.clock.advance(49 * HOUR_MS)
      const later = createWorld(api, await api.createClient(centre.client.tenantId))
      expect(await carryOut(api, later, run)).toBe('OVER')
      expect(await awaited(centre)).toEqual([])
      return { steps: await stepsOf(later, run), run: await runOf(later, run) }
    } finally {
      api.clock.set(before)
    }
  }

  test('takes the timeout branch when no event arrives in time', async () => {
    const { steps } = await waitedTooLong('arrived.data.childId == "chd_other"')
    expect(steps.map(({ node }) => node)).toEqual(['wait', 'late'])
    expect(steps[0]!.output).toEqual({ event: null, timedOut: true })
  })

  test('takes no branch when its filter failed at an event and none matched', async () => {
    const { steps, run } = await waitedTooLong('dyn(arrived.data).unknown == 1')
    expect(steps.map(({ node, status }) => [node, status])).toEqual([['wait', 'FAILED']])
    expect(steps[0]).toMatchObject({
      failure: {
        code: 'expression_failed',
        message: expect.stringMatching(/unknown.* It failed at evt_/s),
      },
    })
    expect(run).toMatchObject({ status: 'FAILED' })
  })

  test('stops waiting when its run is cancelled, and ignores events of other centres', async () => {
    const [centre, other] = [await newWorld(), await newWorld()]
    const agent = await publishedAgent(centre, NODES(null))
    const run = await startRun(api, centre, agent.id)
    await carryOut(api, centre, run)
    await other.child()
    await fire(api, other)
    await fire(api, centre)
    expect((await runOf(centre, run)).status).toBe('WAITING')
    await centre.client.post(`/v1/agent-runs/${run.id}/cancel`)
    expect(await awaited(centre)).toEqual([])
  })

  test('receives an event caused by a caller with a caseload, and while its agent is busy', async () => {
    const centre = await newWorld()
    const waiting = { ...wait(null), for: { eventType: 'task.created', filter: null, hours: 1 } }
    await publishedAgent(centre, [waiting, tell('came', 'Came'), tell('late', 'Late')], {
      trigger: { type: 'EVENT', eventType: 'task.created' },
      concurrency: 'QUEUE',
    })
    const { id: providerId } = await centre.provider()
    const bound = await api.createClient(centre.client.tenantId, {
      providerId,
      scopes: ['children'],
    })
    const { id: childId } = await centre.child({ primaryProviderId: providerId })
    const cause = () => bound.post('/v1/tasks', { title: 'Mine', childId, role: 'SCHEDULER' })
    await cause()
    await fire(api, centre)
    const [first] = await runsIn(centre)
    expect(await carryOut(api, centre, first!)).toBe('WAITS')
    // The next event would start another run, which waits for its turn; the step does not.
    await cause()
    await fire(api, centre)
    expect(await runsIn(centre)).toHaveLength(1)
    expect((await stepsOf(centre, first!)).find(({ node }) => node === 'wait')!.status).toBe(
      'SUCCEEDED',
    )
  })

  test('requires an existing event, and can read the event only where it is available', async () => {
    const centre = await newWorld()
    const { id } = await centre.make('/v1/agents', {
      name: 'Wrong',
      definition: {
        trigger: { type: 'MANUAL' },
        start: 'wait',
        nodes: [
          { ...wait('arrived.x == 1'), for: { eventType: 'child.registred', hours: 1 } },
          tell('came', '{{ arrived.id }}'),
          tell('late', 'Late'),
        ],
      },
    })
    const { body } = await centre.client.post<{ problems: Json[] }>(`/v1/agents/${id}/validate`)
    expect(body.problems.map(({ path, code }) => `${String(path)} ${String(code)}`)).toEqual([
      'nodes.0.for.eventType not_found',
      'nodes.1.text not_allowed',
    ])
  })
})
