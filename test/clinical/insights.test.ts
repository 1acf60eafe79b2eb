import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Insight } from '#clinical/insights/rules.ts'
import { insightsOf, type Records } from '#clinical/insights/rules.ts'
import { create, newChild, newProvider, refusal } from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
/** By the clock of the API under test. */
const ago = (days: number) =>
  new Date(api.services.platform.clock.now().getTime() - days * DAY_MS).toISOString()

const insightsFor = async (client: ApiClient, childId: string) => {
  const { body } = await client.get<{ insights: Insight[] }>(`/v1/ai/children/${childId}/insights`)
  return body.insights
}

describe('insights', () => {
  test('agree with the records, and give numbers and records for every statement', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const { id: providerId } = await newProvider(client)
    expect(await insightsFor(client, childId)).toEqual([])

    const aim = { area: 'Speech', unit: 'percent', baseline: { value: 20 }, target: { value: 80 } }
    const worse = await create(client, '/v1/goals', { ...aim, childId, title: 'Says /r/' })
    const resting = await create(client, '/v1/goals', { ...aim, childId, title: 'Says /s/' })
    const measurements: string[] = []
    for (const [index, value] of [60, 50, 40, 30, 25].entries()) {
      const measuredAt = ago(20 - index)
      const path = `/v1/goals/${worse.id}/measurements`
      measurements.push((await create(client, path, { measuredAt, result: { value } })).id)
    }
    const sessions: string[] = []
    for (const days of [60, 53, 46, 39, 32]) {
      const session = { childId, providerId, startedAt: ago(days), endedAt: ago(days) }
      sessions.push((await create(client, '/v1/sessions', { ...session, goalIds: [worse.id] })).id)
    }
    for (const days of [31, 30]) {
      const session = { childId, providerId, startedAt: ago(days), endedAt: ago(days) }
      await create(client, '/v1/sessions', { ...session, attendance: 'ABSENT' })
    }
    const insights = await insightsFor(client, childId)
    const of = (code: string, goalId: string | null = null) =>
      insights.find((it) => it.code === code && it.goalId === goalId)
    expect(of('regressing', worse.id)).toMatchObject({
      severity: 'ATTENTION',
      text: expect.stringMatching(/^Says \/r\/: Moving away from the target: -/) as string,
      values: { baseline: 20, target: 80, level: 30, measurements: 5, kendallS: -10 },
      evidenceIds: measurements,
    })
    expect(of('review_open', worse.id)).toMatchObject({ values: { days: 0 } })
    expect(of('attendance')).toMatchObject({
      severity: 'ATTENTION',
      text: 'Attended 5 of 7 in 90 days: 2 absent, 0 no-show, 0 cancelled by the family.',
      values: { kept: 5, planned: 7, absent: 2, share: 0.714 },
    })
    expect(of('not_seen')).toMatchObject({ values: { days: 32 }, evidenceIds: [sessions[4]] })
    expect(of('nothing_booked')).toBeDefined()
    expect(of('not_worked_on', resting.id)).toMatchObject({ evidenceIds: sessions.toReversed() })
    expect(of('not_measured', resting.id)).toMatchObject({ evidenceIds: [resting.id] })
    const weights = insights.map(({ severity }) => severity)
    expect(weights).toEqual(weights.toSorted())
    const { body } = await client.get<{ summary: string }>(`/v1/ai/children/${childId}/insights`)
    const attention = insights.filter(({ severity }) => severity === 'ATTENTION')
    expect(body.summary.split('\n')[0]).toBe(
      `${attention.length} points need attention. ${attention
        .slice(0, 3)
        .map(({ text }) => text)
        .join(' ')} And ${attention.length - 3} more.`,
    )
    // Equal records give equal insights.
    expect(await insightsFor(client, childId)).toEqual(insights)
  })

  test('never include records of another centre', async () => {
    const [client, stranger] = [await api.createTenant(), await api.createTenant()]
    const { id } = await newChild(client)
    expect(refusal(await stranger.get(`/v1/ai/children/${id}/insights`))).toEqual([
      404,
      'not_found',
    ])
  })

  const nothing: Records = {
    goals: [],
    reviews: [],
    sessions: [],
    lastSession: null,
    missed: [],
    nextAppointment: null,
  }
  const now = new Date('2026-11-21T10:00:00Z')
  const missed = (status: 'NO_SHOW' | 'CANCELLED', byFamily: boolean) => ({
    id: 'apt_x',
    status,
    byFamily,
  })

  test('do not count a cancellation by the centre as one by the family', () => {
    const [only] = insightsOf(
      { ...nothing, missed: [missed('NO_SHOW', false), missed('CANCELLED', true)] },
      now,
    )
    expect(only).toMatchObject({ code: 'attendance', severity: 'NOTICE', values: { planned: 2 } })
    expect(insightsOf({ ...nothing, missed: [missed('CANCELLED', false)] }, now)).toEqual([])
  })
})
