import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { performAction } from '#agents/catalog/perform-action.ts'
import { previewAction } from '#agents/catalog/preview-action.ts'
import { runQuery } from '#agents/catalog/run-query.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { Actor } from '#platform/core/access/permissions.ts'
import { create, newChild, newClient, newProvider, type Page } from '../../resources/centre.ts'
import { actingIn } from '../../support/acting.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

/** A caller of a centre, with every permission of keys by default. */
const as = (client: ApiClient, actor?: Partial<Actor>) => actingIn(api, client, actor)

/** A child due for an assessment, with a reachable guardian. */
const dueChild = async (client: ApiClient, child: object = {}) => {
  const { id: instrumentId } = await create(client, '/v1/assessment-instruments', {
    name: 'Screening',
    scores: [{ key: 'talk', label: 'Talks' }],
  })
  const { id: childId } = await newChild(client, child)
  const { id: clientId } = await newClient(client, { email: 'm@example.org' })
  const guardianship = { childId, clientId, relationship: 'mother', legal: true }
  await create(client, '/v1/guardianships', guardianship)
  const schedule = { childId, instrumentId, timing: 'ONCE', startsOn: '2026-09-01' }
  const { next } = await create(client, '/v1/assessment-schedules', schedule)
  return { childId, clientId, assessmentId: (next as { assessmentId: string }).assessmentId }
}

const due = (ctx: Context, parameters: object = {}) =>
  runQuery(ctx, { query: 'children_due_for_assessment', parameters })

const recall = (childId: string) => ({
  action: 'message_guardians',
  parameters: { template: 'assessment.recall', childId },
})

const messagesOf = async (client: ApiClient, childId: string) =>
  (await client.get<Page>(`/v1/messages?subjectId=${childId}`)).body.data

describe('a query', () => {
  test('returns rows that match its schema, limited to the caseload for callers bound to a provider', async () => {
    const client = await api.createTenant()
    const { id: providerId } = await newProvider(client)
    const own = await dueChild(client, { primaryProviderId: providerId })
    const other = await dueChild(client)
    const all = await due(as(client))
    expect(all.truncated).toBe(false)
    expect(all.rows).toMatchObject([
      { childId: own.childId, recipientIds: [own.clientId], blockedBy: null },
      { childId: other.childId, assessmentIds: [other.assessmentId] },
    ])
    const bound = await due(as(client, { providerId }))
    expect(bound.rows).toMatchObject([{ childId: own.childId }])
    expect(bound.rows).toHaveLength(1)
  })

  test('refuses missing permissions, unknown names and unknown parameters', async () => {
    const client = await api.createTenant()
    await expect(due(as(client, { permissions: new Set() }))).rejects.toMatchObject({
      code: 'insufficient_scope',
    })
    await expect(
      runQuery(as(client), { query: 'children_due_for_assessments', parameters: {} }),
    ).rejects.toThrow('did you mean children_due_for_assessment?')
    await expect(due(as(client), { dueWithinDays: 91, sql: 'SELECT 1' })).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'parameters.dueWithinDays' }, { path: 'parameters.sql' }],
    })
    const elsewhere = await newProvider(await api.createTenant())
    await expect(due(as(client), { providerId: elsewhere.id })).rejects.toMatchObject({
      code: 'invalid_reference',
    })
  })
})

describe('an action', () => {
  test('writes once for one key, and checks again for another key', async () => {
    const client = await api.createTenant()
    const { childId } = await dueChild(client)
    expect((await previewAction(as(client), recall(childId))).text).toContain('Lena')
    expect(await messagesOf(client, childId)).toEqual([])
    const run = { ...recall(childId), idempotencyKey: 'run_1/message/0', runId: null, madeFrom: [] }
    const subject = { type: 'child', id: childId }
    const first = await performAction(as(client), run)
    expect(first).toEqual({ status: 'DONE', outcome: 'e-mail to 1 guardian', subject })
    const again = await performAction(as(client), { ...run, idempotencyKey: 'run_2/message/0' })
    const outcome = 'not sent: recalled_recently'
    expect(again).toEqual({ status: 'SKIPPED', outcome, subject })
    expect(await messagesOf(client, childId)).toHaveLength(1)
  })

  test('writes only to approved people who are still guardians', async () => {
    const client = await api.createTenant()
    const { childId } = await dueChild(client)
    const stranger = await newClient(client, { email: 's@example.org' })
    const asked = recall(childId)
    const outcome = await performAction(as(client), {
      ...asked,
      parameters: { ...asked.parameters, recipientIds: [stranger.id] },
      idempotencyKey: 'run_1/message/0',
      runId: null,
      madeFrom: [],
    })
    expect(outcome.outcome).toBe('not sent: no_guardian_to_write_to')
    expect(await messagesOf(client, childId)).toEqual([])
  })
})
