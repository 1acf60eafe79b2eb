import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChildProgress } from '#clinical/goals/progress-schemas.ts'
import {
  create,
  newChild,
  newProvider,
  refusal,
  type Page,
  type Resource,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const newGoal = async (client: ApiClient, more = {}) =>
  create(client, '/v1/goals', {
    childId: (await newChild(client)).id,
    area: 'Articulation',
    title: 'Says /r/ in words',
    unit: 'percent',
    baseline: { value: 20 },
    target: { value: 80, dueOn: '2027-03-31' },
    ...more,
  })

/** Weeks since 1 September. */
const week = (number: number) =>
  new Date(Date.parse('2026-09-01T09:00:00Z') + number * 7 * 86_400_000).toISOString()

const measure = (client: ApiClient, goalId: string, measuredAt: string, value: number, more = {}) =>
  client.post<Resource>(`/v1/goals/${goalId}/measurements`, {
    measuredAt,
    result: { value },
    ...more,
  })

const measureAll = async (client: ApiClient, goalId: string, values: number[]) => {
  const made: Resource[] = []
  for (const [index, value] of values.entries())
    made.push((await measure(client, goalId, week(index), value)).body)
  return made
}

const eventsOf = async (tenantId: string) => {
  const rows = await api.query<{ type: string; payload: object }>(
    `SELECT type, payload FROM outbox WHERE kind = 'event' AND tenant_id = $1 AND type LIKE 'goal.%' ORDER BY seq`,
    [tenantId],
  )
  return rows.map(({ type }) => type)
}

describe('measurements', () => {
  test('are evaluated on arrival and update the state of the goal', async () => {
    const client = await api.createTenant()
    const goal = await newGoal(client)
    expect(goal).toMatchObject({ status: 'ACTIVE', achievementStatus: 'in-progress' })
    await measureAll(client, goal.id, [20, 25, 30, 33, 41])
    expect((await client.get(`/v1/goals/${goal.id}`)).body).toMatchObject({
      trend: 'IMPROVING',
      achievementStatus: 'improving',
      lastMeasuredAt: week(4),
      achievedAt: null,
    })
  })

  test('that arrive late count at their own time and are marked as late', async () => {
    const client = await api.createTenant()
    const goals = [await newGoal(client), await newGoal(client)]
    const values = [20, 25, 30, 33, 41, 47]
    const late: unknown[] = []
    for (const index of [3, 0, 5, 1, 4, 2]) {
      const { status, body } = await measure(client, goals[0]!.id, week(index), values[index]!)
      expect(status).toBe(201)
      late.push(body['late'])
    }
    expect(late).toEqual([false, true, false, true, true, true])
    await measureAll(client, goals[1]!.id, values)
    const standing = async (id: string) => {
      const { body } = await client.get<Resource>(`/v1/goals/${id}`)
      return [body['trend'], body['achievementStatus'], body['lastMeasuredAt']]
    }
    expect(await standing(goals[0]!.id)).toEqual(await standing(goals[1]!.id))
    const { data } = (await client.get<Page>(`/v1/goals/${goals[0]!.id}/measurements`)).body
    expect(data.map((it) => (it['result'] as { value: number }).value)).toEqual(values.toReversed())
  })

  test('of the same instant, the future, or the session of another child are refused', async () => {
    const client = await api.createTenant()
    const goal = await newGoal(client)
    await measure(client, goal.id, week(1), 30)
    expect(refusal(await measure(client, goal.id, week(1), 31))).toEqual([
      409,
      'already_exists',
      'measuredAt: already_exists',
    ])
    expect(refusal(await measure(client, goal.id, '2027-01-01T00:00:00Z', 31))).toEqual([
      400,
      'validation_failed',
      'measuredAt: in_the_future',
    ])
    const session = (childId: string) => async () =>
      create(client, '/v1/sessions', {
        childId,
        providerId: (await newProvider(client)).id,
        startedAt: week(2),
      })
    const foreign = await session((await newChild(client)).id)()
    expect(refusal(await measure(client, goal.id, week(2), 31, { sessionId: foreign.id }))).toEqual(
      [400, 'validation_failed', 'sessionId: mismatch'],
    )
    const own = await session(goal['childId'] as string)()
    expect((await measure(client, goal.id, week(2), 31, { sessionId: own.id })).body).toMatchObject(
      {
        sessionId: own.id,
      },
    )
  })

  test('that were withdrawn do not count but stay on record', async () => {
    const client = await api.createTenant()
    const goal = await newGoal(client)
    const made = await measureAll(client, goal.id, [20, 25, 30, 33, 41])
    const path = `/v1/goal-measurements/${made[4]!.id}/void`
    expect((await client.post(path, { reason: 'Counted twice.' })).body).toMatchObject({
      voidedAt: expect.any(String),
      voidReason: 'Counted twice.',
    })
    expect(refusal(await client.post(path, { reason: 'Again.' }))).toEqual([
      409,
      'invalid_transition',
    ])
    expect((await client.get(`/v1/goals/${goal.id}`)).body).toMatchObject({
      trend: 'NOT_ENOUGH_DATA',
      lastMeasuredAt: week(3),
    })
    expect((await measure(client, goal.id, week(4), 42)).status).toBe(201)
    const voided = await client.get<Page>(`/v1/goals/${goal.id}/measurements?voided=true`)
    expect(voided.body.data.map(({ id }) => id)).toEqual([made[4]!.id])
  })

  test('recorded at the same moment all count', async () => {
    const client = await api.createTenant()
    const goal = await newGoal(client)
    const weeks = [0, 1, 2, 3, 4, 5, 6, 7]
    const answers = await Promise.all(
      weeks.map((it) => measure(client, goal.id, week(it), 20 + it * 5)),
    )
    expect(answers.map(({ status }) => status)).toEqual(weeks.map(() => 201))
    expect((await client.get(`/v1/goals/${goal.id}`)).body).toMatchObject({
      trend: 'IMPROVING',
      lastMeasuredAt: week(7),
    })
  })
})

describe('a goal', () => {
  test('is reached when its criteria are met, and sends one event', async () => {
    const client = await api.createTenant()
    const goal = await newGoal(client, { criteria: { consecutive: 2 } })
    await measureAll(client, goal.id, [60, 80, 79, 81, 82, 83])
    expect((await client.get(`/v1/goals/${goal.id}`)).body).toMatchObject({
      achievementStatus: 'achieved',
      achievedAt: week(4),
    })
    expect(await eventsOf(client.tenantId)).toEqual(['goal.created', 'goal.achieved'])
    expect((await client.post(`/v1/goals/${goal.id}/complete`, {})).body).toMatchObject({
      status: 'COMPLETED',
      achievementStatus: 'achieved',
      endedAt: expect.any(String),
    })
  })

  test('that is not reached ends with an assessment by a person', async () => {
    const client = await api.createTenant()
    const goal = await newGoal(client)
    const path = `/v1/goals/${goal.id}`
    expect(refusal(await client.post(`${path}/complete`, {}))).toEqual([
      400,
      'validation_failed',
      'achievementStatus: required',
    ])
    const said = { achievementStatus: 'not-attainable', reason: 'After the new diagnosis.' }
    expect((await client.post(`${path}/complete`, said)).body).toMatchObject({
      status: 'COMPLETED',
      achievementStatus: 'not-attainable',
    })
    for (const [verb, body] of [
      ['complete', said],
      ['cancel', { reason: 'x' }],
      ['hold', undefined],
    ] as const)
      expect(refusal(await client.post(`${path}/${verb}`, body))).toEqual([
        409,
        'invalid_transition',
      ])
    expect(refusal(await client.patch(path, { title: 'x' }))).toEqual([409, 'invalid_transition'])
    expect(refusal(await measure(client, goal.id, week(0), 20))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('on hold cannot be measured until it is resumed', async () => {
    const client = await api.createTenant()
    const { id } = await newGoal(client)
    await client.post(`/v1/goals/${id}/hold`)
    expect(refusal(await measure(client, id, week(0), 20))).toEqual([409, 'invalid_transition'])
    await client.post(`/v1/goals/${id}/resume`)
    expect((await measure(client, id, week(0), 20)).status).toBe(201)
  })

  test('is evaluated again after a new target, which cannot be the current value', async () => {
    const client = await api.createTenant()
    const goal = await newGoal(client)
    await measureAll(client, goal.id, [60, 70])
    const path = `/v1/goals/${goal.id}`
    expect((await client.patch(path, { target: { value: 70 } })).body).toMatchObject({
      achievementStatus: 'achieved',
      target: { value: 70, dueOn: '2027-03-31' },
    })
    expect(await eventsOf(client.tenantId)).toEqual(['goal.created', 'goal.achieved'])
    expect(refusal(await client.patch(path, { target: { value: 20 } }))).toEqual([
      400,
      'validation_failed',
      'target.value: invalid_value',
    ])
  })
})

describe('a review', () => {
  test('opens when a goal regresses, takes an answer, and resolves when the goal recovers', async () => {
    const client = await api.createTenant()
    const goal = await newGoal(client)
    await measureAll(client, goal.id, [60, 55, 52, 47, 40])
    const open = await client.get<Page>(`/v1/goal-reviews?goalId=${goal.id}&status=OPEN`)
    expect(open.body.data).toMatchObject([{ reason: 'REGRESSING', goalId: goal.id }])
    expect(await eventsOf(client.tenantId)).toEqual(['goal.created', 'goal.needs_review'])

    const path = `/v1/goal-reviews/${open.body.data[0]!.id}/acknowledge`
    const response = 'Back to single sounds for four weeks.'
    expect((await client.post(path, { response })).body).toMatchObject({
      status: 'ACKNOWLEDGED',
      acknowledgedBy: client.clientId,
      response,
    })
    expect(refusal(await client.post(path, { response }))).toEqual([409, 'invalid_transition'])
    for (const [index, value] of [45, 50, 58, 63, 66, 70].entries())
      await measure(client, goal.id, week(5 + index), value)
    const reviews = async () =>
      (await client.get<Page>(`/v1/goal-reviews?goalId=${goal.id}`)).body.data
    expect(await reviews()).toMatchObject([{ status: 'ACKNOWLEDGED' }])
    await measure(client, goal.id, week(11), 74)
    const data = await reviews()
    expect(data).toMatchObject([{ status: 'RESOLVED', response }])
    const payloads = await api.query(
      `SELECT payload FROM outbox WHERE tenant_id = $1 AND type = 'goal.needs_review'`,
      [client.tenantId],
    )
    expect(payloads).toEqual([
      { payload: { reviewId: data[0]!.id, goalId: goal.id, childId: goal['childId'] } },
    ])
  })
})

describe("a child's progress", () => {
  test('states what the measurements show, with numbers and ids', async () => {
    const client = await api.createTenant()
    const goal = await newGoal(client)
    const made = await measureAll(client, goal.id, [20, 26, 33, 39, 45, 52, 58])
    const { body } = await client.get<ChildProgress>(
      `/v1/children/${goal['childId'] as string}/progress`,
    )
    expect(body.goals).toHaveLength(1)
    const [progress] = body.goals
    expect(progress).toMatchObject({
      goalId: goal.id,
      achievementStatus: 'improving',
      level: 52,
      share: 0.5333,
      trend: {
        verdict: 'IMPROVING',
        measurements: 7,
        startsAt: week(0),
        endsAt: week(6),
        kendallS: 21,
        exact: true,
        pValue: Number((2 / 5040).toPrecision(4)),
      },
    })
    expect(progress!.trend!.slopePer30Days).toBeCloseTo(27.1, 0)
    expect(progress!.neededPer30Days).toBeGreaterThan(0)
    expect(progress!.statements.map(({ code }) => code)).toEqual(['improving', 'on_pace', 'stale'])
    expect(progress!.statements[0]!.measurementIds).toEqual(made.map(({ id }) => id))
    expect(progress!.statements[0]!.text).toContain('p = 0.000397')
  })

  test('makes no statement about a goal without measurements, and leaves out cancelled goals', async () => {
    const client = await api.createTenant()
    const goal = await newGoal(client)
    const childId = goal['childId'] as string
    const other = await newGoal(client, { childId })
    await client.post(`/v1/goals/${other.id}/cancel`, { reason: 'By mistake.' })
    const { body } = await client.get<ChildProgress>(`/v1/children/${childId}/progress`)
    expect(body.goals).toMatchObject([
      { goalId: goal.id, level: null, trend: null, statements: [{ code: 'not_measured' }] },
    ])
  })
})

describe('a batch of measurements for a session', () => {
  const setUp = async () => {
    const client = await api.createTenant()
    const child = await newChild(client)
    const ofChild = (title: string) => newGoal(client, { childId: child.id, title })
    const goals = [await ofChild('Says /r/'), await ofChild('Says /s/')]
    const session = await create(client, '/v1/sessions', {
      childId: child.id,
      providerId: (await newProvider(client)).id,
      startedAt: week(1),
      endedAt: week(1),
    })
    const record = (measurements: object[]) =>
      client.post<Page>(`/v1/sessions/${session.id}/goal-measurements`, { measurements })
    const countOf = async () =>
      Promise.all(
        goals.map(
          async ({ id }) =>
            (await client.get<Page>(`/v1/goals/${id}/measurements`)).body.data.length,
        ),
      )
    return { client, goals: goals as [Resource, Resource], session, record, countOf }
  }

  test('is recorded together, each evaluated as if it came alone', async () => {
    const { client, goals, session, record } = await setUp()
    const [first, second] = goals
    const { status, body } = await record([
      { goalId: first.id, result: { value: 85 } },
      { goalId: second.id, result: { value: 30, trials: 10 }, comment: 'Tired' },
      { goalId: second.id, measuredAt: week(0), result: { value: 25 } },
    ])
    expect(status).toBe(201)
    expect(body.data).toMatchObject([
      { goalId: first.id, sessionId: session.id, measuredAt: week(1), late: false },
      { goalId: second.id, comment: 'Tired', result: { value: 30, trials: 10 } },
      { goalId: second.id, measuredAt: week(0), late: true },
    ])
    expect((await client.get(`/v1/goals/${first.id}`)).body).toMatchObject({
      achievementStatus: 'achieved',
    })
    expect(await eventsOf(client.tenantId)).toContain('goal.achieved')
  })

  test('is refused as a whole, with every faulty item named', async () => {
    const { client, goals, record, countOf } = await setUp()
    const [first, second] = goals
    const foreign = await newGoal(client)
    await client.post(`/v1/goals/${second.id}/hold`)
    const answer = await record([
      { goalId: first.id, result: { value: 85 } },
      { goalId: first.id, result: { value: 86 } },
      { goalId: foreign.id, result: { value: 30 } },
      { goalId: second.id, result: { value: 30 } },
      { goalId: first.id, measuredAt: '2199-01-01T10:00:00Z', result: { value: 30 } },
    ])
    expect(refusal(answer)).toEqual([
      409,
      'already_exists',
      'measurements.1.measuredAt: already_exists',
      'measurements.2.goalId: mismatch',
      'measurements.3: invalid_transition',
      'measurements.4.measuredAt: in_the_future',
    ])
    expect(await countOf()).toEqual([0, 0])
    expect(await eventsOf(client.tenantId)).not.toContain('goal.achieved')
  })

  test('is serialized with others, whatever their order', async () => {
    const { goals, record, countOf } = await setUp()
    const of = (hour: number, ...ids: string[]) =>
      ids.map((goalId) => ({
        goalId,
        measuredAt: `2026-10-01T${hour}:00:00Z`,
        result: { value: hour },
      }))
    const [a, b] = goals.map(({ id }) => id) as [string, string]
    const answers = await Promise.all(
      [10, 11, 12, 13, 14, 15].map((hour) => record(hour % 2 ? of(hour, a, b) : of(hour, b, a))),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    expect(await countOf()).toEqual([6, 6])
  })
})
