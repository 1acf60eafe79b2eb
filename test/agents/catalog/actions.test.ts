import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACTIONS } from '#agents/catalog/actions/index.ts'
import { performAction } from '#agents/catalog/perform-action.ts'
import { previewAction } from '#agents/catalog/preview-action.ts'
import { newId } from '#platform/core/records/ids.ts'
import { permissionsIn } from '#platform/core/access/permissions.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { PUBLIC_URL } from '../../contract/world/webhooks.ts'
import { actingIn, ALL_PERMISSIONS } from '../../support/acting.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { PARAMETERS_OF_ACTIONS, rowsOfActions } from './parameters-of-actions.ts'

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

const as = ({ client }: World, permissions = ALL_PERMISSIONS) =>
  actingIn(api, client, { permissions })

const rowsOf = ({ client }: World) => rowsOfActions(api, client)

test('each action has test parameters', () => {
  expect(Object.keys(PARAMETERS_OF_ACTIONS).toSorted()).toEqual(Object.keys(ACTIONS).toSorted())
})

describe.each(Object.keys(ACTIONS))('%s', (action) => {
  const newRun = (key = newId('request')) => ({ idempotencyKey: key, runId: null, madeFrom: [] })

  test('writes nothing in a preview, and writes once when executed twice with one key', async () => {
    const parameters = await PARAMETERS_OF_ACTIONS[action]!(centre)
    const before = await rowsOf(centre)
    const { text } = await previewAction(as(centre), { action, parameters })
    expect(text.length).toBeGreaterThan(10)
    expect(await rowsOf(centre)).toEqual(before)
    const run = newRun()
    const [one, other] = await Promise.all([
      performAction(as(centre), { action, parameters, ...run }),
      performAction(as(centre), { action, parameters, ...run }),
    ])
    expect(one.status).toBe('DONE')
    expect(other).toEqual(one)
    const after = await rowsOf(centre)
    expect(after).not.toEqual(before)
    expect(await performAction(as(centre), { action, parameters, ...run })).toEqual(one)
    expect(await rowsOf(centre)).toEqual(after)
  })

  test('refuses records of another centre', async () => {
    const parameters = await PARAMETERS_OF_ACTIONS[action]!(elsewhere)
    const before = await rowsOf(centre)
    await expect(
      performAction(as(centre), { action, parameters, ...newRun() }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(not_found|invalid_reference)$/) })
    expect(await rowsOf(centre)).toEqual(before)
  })

  test('refuses a caller who lost one of its permissions', async () => {
    const parameters = await PARAMETERS_OF_ACTIONS[action]!(centre)
    const before = await rowsOf(centre)
    for (const lost of permissionsIn(ACTIONS[action]!.needs)) {
      const left = new Set([...ALL_PERMISSIONS].filter((permission) => permission !== lost))
      for (const call of [performAction, previewAction])
        await expect(
          call(as(centre, left), { action, parameters, ...newRun() }),
        ).rejects.toMatchObject({ code: 'insufficient_scope', extra: { permission: lost } })
    }
    expect(await rowsOf(centre)).toEqual(before)
  })
})

test('removes links from text written by an agent', async () => {
  const parameters = await PARAMETERS_OF_ACTIONS['message_guardians']!(centre)
  for (const text of [
    'See https://evil.example',
    'See www.evil',
    'See evil.example/login',
    'evil.com',
  ])
    await expect(
      performAction(as(centre), {
        action: 'message_guardians',
        parameters: { ...parameters, message: { subject: 'Hello', text } },
        idempotencyKey: newId('request'),
        runId: null,
        madeFrom: [],
      }),
    ).rejects.toMatchObject({ issues: [{ path: 'parameters.message.text' }] })
})

test('sends a custom event to its subscribers', async () => {
  const { client } = centre
  const parameters = { name: 'child.waiting', data: { days: 14 }, endpointId: null }
  const run = { idempotencyKey: newId('request'), runId: null, madeFrom: [] }
  await performAction(as(centre), { action: 'emit_event', parameters, ...run })
  const [event] = await api.query<{ type: string; payload: object }>(
    `SELECT type, payload FROM outbox WHERE tenant_id = $1 AND kind = 'event' ORDER BY id DESC LIMIT 1`,
    [client.tenantId],
  )
  expect(event).toMatchObject({
    type: 'custom.emitted',
    payload: { ...parameters, runId: null },
  })
})

test('sends an event for one endpoint to that endpoint only, whatever others subscribe to', async () => {
  const world = createWorld(api, await api.createTenant())
  const endpoint = (eventTypes: string[]) =>
    world.make('/v1/webhook-endpoints', { url: PUBLIC_URL, eventTypes })
  const [called, all] = [await endpoint(['booking.created']), await endpoint(['*'])]
  const emit = (data: Json) =>
    performAction(as(world), {
      action: 'emit_event',
      parameters: { name: 'child.waiting', ...data },
      idempotencyKey: newId('request'),
      runId: null,
      madeFrom: [],
    })
  await emit({ data: { number: 1 }, endpointId: called.id })
  await emit({ data: { number: 2 } })
  while ((await fanOutEvents(api.services.platform, 100)).more);
  const deliveries = await api.query<{ endpoint: string; number: number }>(
    `SELECT d.endpoint_id AS endpoint, (o.payload->'data'->>'number')::int AS number
     FROM webhook_deliveries d JOIN outbox o ON o.tenant_id = d.tenant_id AND o.id = d.event_id
     WHERE d.tenant_id = $1 AND o.type = 'custom.emitted' ORDER BY number`,
    [world.client.tenantId],
  )
  expect(deliveries).toEqual([
    { endpoint: called.id, number: 1 },
    { endpoint: all.id, number: 2 },
  ])
})

test('sends an approved message with the approved text', async () => {
  const parameters = await PARAMETERS_OF_ACTIONS['message_guardians']!(centre)
  const { text } = await previewAction(as(centre), { action: 'message_guardians', parameters })
  const [to, ...words] = text.split('\n\n')
  expect(to).toMatch(/^To: Mara <m…@example\.com> \(cli_\w+\)$/)
  expect(words).toEqual(['Your next appointment', 'Hello Mara,', 'Please call us.'])
})
