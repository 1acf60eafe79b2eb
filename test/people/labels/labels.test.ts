import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { performAction } from '#agents/catalog/perform-action.ts'
import type { Child } from '#people/children/schemas.ts'
import { newId } from '#platform/core/records/ids.ts'
import { makeRecord } from '../../contract/scenarios.ts'
import { createWorld, type World } from '../../contract/world.ts'
import { refusal, type Page } from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { actingIn } from '../../support/acting.ts'
import { startApi, type TestApi } from '../../support/api.ts'

let api: TestApi
let world: World
beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const labelsOf = async (id: string) =>
  (await world.client.get<Child>(`/v1/children/${id}`)).body.labelIds
const give = (id: string, labelIds: string[]) =>
  world.client.patch<Child>(`/v1/children/${id}`, { labelIds })

describe('a label', () => {
  test('has a unique name, ignoring case', async () => {
    await world.make('/v1/labels', { name: 'At school' })
    const again = await world.client.post('/v1/labels', { name: 'AT SCHOOL' })
    expect(refusal(again)).toEqual([409, 'already_exists', 'name: already_exists'])
    const elsewhere = createWorld(api, await api.createTenant())
    await elsewhere.make('/v1/labels', { name: 'At school' })
  })

  test('appears in the audit trail only by id, because its name may describe a condition', async () => {
    const { id } = await world.make('/v1/labels', { name: 'Apraxia of speech' })
    await world.client.patch(`/v1/labels/${id}`, { name: 'Apraxia' })
    const { body } = await world.client.get<Page>(`/v1/audit-entries?subjectId=${id}`)
    expect(body.data).toHaveLength(2)
    expect(JSON.stringify(body)).not.toContain('Apraxia')
  })

  test('filters children, within the caseload', async () => {
    const { id: labelId } = await makeRecord(world, 'Label')
    const { id: providerId } = await world.provider()
    const { id: own } = await world.child({ primaryProviderId: providerId })
    const { id: other } = await world.child()
    for (const id of [own, other]) expect((await give(id, [labelId])).status).toBe(200)
    await world.child()
    const found = async (client: Pick<typeof world.client, 'get'>) =>
      (await client.get<Page>(`/v1/children?labelId=${labelId}`)).body.data.map(({ id }) => id)
    expect((await found(world.client)).toSorted()).toEqual([own, other].toSorted())
    const therapist = await joinAs(api, world.client, { roles: ['THERAPIST'], providerId })
    expect(await found(therapist)).toEqual([own])
  })

  test('that is archived or of another centre cannot be assigned, but stays where it is', async () => {
    const { id: childId } = await world.child()
    const { id: old } = await makeRecord(world, 'Label')
    await give(childId, [old])
    await world.client.post(`/v1/labels/${old}/archive`)
    const { id: added } = await makeRecord(world, 'Label')
    expect((await give(childId, [old, added])).body.labelIds).toEqual([old, added])
    const elsewhere = createWorld(api, await api.createTenant())
    for (const id of [old, (await makeRecord(elsewhere, 'Label')).id])
      expect((await give((await world.child()).id, [id])).body).toMatchObject({
        code: 'invalid_reference',
        errors: [{ path: 'labelIds.0' }],
      })
  })
})

describe('an agent', () => {
  const change = (action: 'add_label' | 'remove_label', parameters: object) =>
    performAction(actingIn(api, world.client), {
      action,
      parameters,
      idempotencyKey: newId('request'),
      runId: null,
      madeFrom: [],
    })

  test('adds and removes labels and keeps the others', async () => {
    const { id: childId } = await world.child()
    const [kept, other] = [
      (await makeRecord(world, 'Label')).id,
      (await makeRecord(world, 'Label')).id,
    ]
    await give(childId, [kept])
    const at = { childId, labelId: other }
    expect((await change('add_label', at)).status).toBe('DONE')
    expect(await labelsOf(childId)).toEqual([kept, other])
    expect((await change('add_label', at)).status).toBe('SKIPPED')
    expect((await change('remove_label', at)).status).toBe('DONE')
    expect(await labelsOf(childId)).toEqual([kept])
    expect((await change('remove_label', at)).status).toBe('SKIPPED')
  })

  test('loses none when it adds several at the same time', async () => {
    const { id: childId } = await world.child()
    const labelIds = await Promise.all(
      Array.from({ length: 5 }, async () => (await makeRecord(world, 'Label')).id),
    )
    await Promise.all(labelIds.map((labelId) => change('add_label', { childId, labelId })))
    expect((await labelsOf(childId)).toSorted()).toEqual(labelIds.toSorted())
  })
})
