import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool } from '#agents/tools/call-tool.ts'
import { TOOLS } from '#agents/tools/index.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { permissionsIn, type Actor } from '#platform/core/access/permissions.ts'
import { createWorld, type Json, type World } from '../contract/world.ts'
import { actingIn, ALL_PERMISSIONS } from '../support/acting.ts'
import { startApi, type TestApi } from '../support/api.ts'

let api: TestApi
let centre: World
let elsewhere: World
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  elsewhere = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const as = ({ client }: World, actor?: Partial<Actor>) => actingIn(api, client, actor)

const call = (ctx: OutsideContext, tool: string, parameters: Json, key = newId('request')) =>
  callTool(ctx, TOOLS[tool]!, { parameters, idempotencyKey: key, runId: null, madeFrom: [] })

test.each(Object.values(TOOLS))(
  '$name has a name that models accept, and refuses callers without its permission',
  async (tool) => {
    expect(tool.name).toMatch(/^[a-z][a-z_]{2,63}$/)
    for (const lost of permissionsIn(tool.needs)) {
      const permissions = new Set([...ALL_PERMISSIONS].filter((permission) => permission !== lost))
      await expect(call(as(centre, { permissions }), tool.name, {})).rejects.toMatchObject({
        code: 'insufficient_scope',
        extra: { permission: lost },
      })
    }
  },
)

describe('reading tools', () => {
  test('return only the caseload, and nothing of another centre', async () => {
    const { id: providerId } = await centre.provider()
    const own = await centre.child({ primaryProviderId: providerId })
    const others = await centre.child()
    const bound = as(centre, { providerId })
    expect(await call(bound, 'get_child', { id: own.id })).toMatchObject({ id: own.id })
    for (const [ctx, id] of [
      [bound, others.id],
      [as(elsewhere), own.id],
    ] as const)
      for (const tool of ['get_child', 'get_child_progress'])
        await expect(call(ctx, tool, { id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('find slots and appointments in a time range', async () => {
    const booked = await centre.appointment()
    const range = { earliest: '2026-12-01T00:00:00Z', latest: '2026-12-02T00:00:00Z' }
    const found = await call(as(centre), 'list_appointments', {
      childId: booked['childId'],
      ...range,
    })
    expect(found).toMatchObject({ data: [{ id: booked.id }] })
    const { id: providerId } = booked['provider'] as { id: string }
    const slots = { serviceIds: [booked['serviceId']], providerIds: [providerId] }
    const free = await call(as(centre), 'search_slots', { ...slots, ...range })
    expect(free).toMatchObject({ data: [{ providerId }] })
  })

  test('list the assessments of a child and the open work', async () => {
    const { childId } = await centre.assessmentSchedule()
    expect(await call(as(centre), 'list_assessments', { childId })).toMatchObject({
      data: [{ childId }],
    })
    const task = await centre.task()
    const work = await call(as(centre), 'list_worklist', { childId: task['childId'] })
    expect(work).toMatchObject({ data: [{ id: task.id }] })
    expect(await call(as(centre), 'list_worklist', { mine: true })).toMatchObject({ data: [] })
  })
})

test('an action that needs approval becomes one task and is not executed', async () => {
  const parameters = await centre.booking()
  const [key, ctx] = [newId('request'), as(centre)]
  const proposed = (await call(ctx, 'propose_book_appointment', parameters, key)) as {
    taskId: string
  }
  expect(proposed).toMatchObject({ status: 'PROPOSED' })
  expect(await call(ctx, 'propose_book_appointment', parameters, key)).toEqual(proposed)
  const { body } = await centre.client.get(`/v1/tasks/${proposed.taskId}`)
  expect(body).toMatchObject({
    title: 'Check a proposal: Book an appointment',
    notes: expect.stringContaining(`providerId: `),
    childId: parameters['childId'],
    role: 'SCHEDULER',
  })
  const path = `/v1/appointments?childId=${parameters['childId'] as string}`
  expect((await centre.client.get(path)).body).toMatchObject({ data: [] })
})

test('a proposal cannot name records of another centre', async () => {
  const parameters = await elsewhere.booking()
  await expect(call(as(centre), 'propose_book_appointment', parameters)).rejects.toMatchObject({
    code: 'not_found',
  })
})
