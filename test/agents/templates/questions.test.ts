import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberAt } from '#agents/templates/member-at.ts'
import { TEMPLATES, type AgentTemplates } from '#agents/templates/schemas.ts'
import type { AgentDefinition } from '#agents/definitions/definition.ts'
import { newId } from '#platform/core/records/ids.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { refusal } from '../../resources/centre.ts'
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

const templatesOf = async ({ client }: World) =>
  (await client.get<AgentTemplates>('/v1/agent-templates')).body.data

const definitionAfter = async (template: string, parameters: Json, from = world) => {
  const { definition } = await from.make('/v1/agents', { name: 'Answered', template, parameters })
  return definition as AgentDefinition
}

const refused = async (template: string, parameters: Json, from = world) =>
  refusal(await from.client.post('/v1/agents', { name: 'Refused', template, parameters }))

describe('a template of the platform', () => {
  test.each(TEMPLATES.map((template) => [template.name, template] as const))(
    '%s asks one to five questions, each with a default',
    async (name, { definition, parameters }) => {
      expect(parameters.length).toBeGreaterThan(0)
      expect(parameters.length).toBeLessThanOrEqual(5)
      expect(parameters.filter(({ required }) => required)).toEqual([])
      const answers = Object.fromEntries(parameters.map((it) => [it.name, it.default]))
      expect(await definitionAfter(name, answers)).toEqual(definition)
    },
  )

  test('takes the answers into its definition', async () => {
    const { id: role } = await world.make('/v1/roles', {
      name: 'Waiting room',
      sight: 'CENTRE',
      permissions: ['tasks:read'],
    })
    const answers = { dueWithinDays: 14, approvers: ['OWNER', role] }
    const definition = await definitionAfter('assessment_recall', answers)
    const at = (path: string) => memberAt(definition, path).value
    expect([at('inputs.dueWithinDays.default'), at('inputs.limit.default')]).toEqual([14, 50])
    expect(at('nodes.ask.roles')).toEqual(['OWNER', role])
    const report = await definitionAfter('weekly_report', {
      recurrence: 'FREQ=WEEKLY;BYDAY=TU',
      startTime: '06:30',
    })
    expect(report.trigger).toMatchObject({ recurrence: 'FREQ=WEEKLY;BYDAY=TU', startTime: '06:30' })
  })

  test.each<[string, string, Json, string[]]>([
    [
      'a name that it does not ask',
      'assessment_recall',
      { dueWithinDay: 1 },
      ['dueWithinDay: unknown_member'],
    ],
    ['another type', 'assessment_recall', { dueWithinDays: '14' }, ['dueWithinDays: invalid_type']],
    [
      'all at once',
      'assessment_recall',
      { dueWithinDays: 1.5, limit: null },
      ['dueWithinDays: invalid_type', 'limit: invalid_type'],
    ],
    ['an invalid time', 'weekly_report', { startTime: '25:00' }, ['startTime: invalid_format']],
    [
      'an invalid rule',
      'weekly_report',
      { recurrence: 'every day' },
      ['recurrence: unsupported_rule'],
    ],
    [
      'an unknown role',
      'assessment_recall',
      { approvers: ['BOSS'] },
      ['approvers.0: invalid_value'],
    ],
    ['nobody', 'assessment_recall', { approvers: [] }, ['approvers: too_few']],
    [
      'a number that the query refuses',
      'appointment_follow_up',
      { withinHours: -1 },
      ['withinHours: too_small'],
    ],
    ['two lines', 'weekly_report', { subject: 'a\nb' }, ['subject: invalid_format']],
  ])('refuses %s at the answer', async (_, template, parameters, issues) => {
    expect(await refused(template, parameters)).toEqual([
      400,
      'validation_failed',
      ...issues.map((issue) => `parameters.${issue}`),
    ])
  })

  test('says which question was probably meant, and which role is unknown', async () => {
    const { body } = await world.client.post<Json>('/v1/agents', {
      name: 'Wrong',
      template: 'assessment_recall',
      parameters: { dueWithinDay: 1 },
    })
    expect(body['detail']).toContain('did you mean dueWithinDays?')
    expect(await refused('assessment_recall', { approvers: [newId('role')] })).toEqual([
      400,
      'invalid_reference',
      'parameters.approvers.0: invalid_reference',
    ])
    expect(
      refusal(
        await world.client.post('/v1/agents', {
          name: 'Wrong',
          definition: TEMPLATES[0]!.definition,
          parameters: {},
        }),
      ),
    ).toEqual([400, 'validation_failed', 'parameters: not_allowed'])
  })
})

/** An agent that names a label and a provider. */
const remind = (labelId: string, providerId: string) => ({
  trigger: { type: 'WEBHOOK' },
  inputs: [
    { name: 'hours', type: 'INTEGER', default: 24 },
    { name: 'childId', type: 'ID' },
  ],
  start: 'mark',
  nodes: [
    {
      id: 'mark',
      type: 'ACTION',
      action: 'add_label',
      parameters: { childId: { expression: 'input.childId' }, labelId },
      next: 'write',
    },
    {
      id: 'write',
      type: 'ACTION',
      action: 'message_providers',
      parameters: { providerIds: [providerId], message: { subject: 'New', text: 'Look at it.' } },
    },
  ],
})

const WHOM = {
  name: 'providers',
  label: 'Who should get the message?',
  type: 'IDS',
  sets: ['nodes.write.parameters.providerIds'],
}
const HOURS = {
  name: 'hours',
  label: 'After how many hours?',
  type: 'INTEGER',
  sets: ['inputs.hours.default'],
}

describe('an agent of the centre', () => {
  test('is offered with questions, without the people whom it names, and withdrawn', async () => {
    const { client } = world
    const provider = await world.provider()
    const { id: labelId } = await world.make('/v1/labels', { name: 'Waits' })
    const { id } = await world.make('/v1/agents', {
      name: 'Remind',
      definition: remind(labelId, provider.id),
    })
    await client.post(`/v1/agents/${id}/publish`)
    await client.post(`/v1/agents/${id}/rotate-webhook-url`)
    const offer = `/v1/agents/${id}/offer-as-template`
    expect(refusal(await client.post(offer))).toEqual([
      400,
      'validation_failed',
      'definition.nodes.1.parameters.providerIds.0: not_allowed',
    ])
    const offered = await client.post<Json>(offer, { parameters: [WHOM, HOURS] })
    expect([offered.status, offered.body['templateOfferedAt']]).toEqual([200, expect.any(String)])

    const own = (await templatesOf(world)).at(-1)!
    expect(own).toMatchObject({ name: id, title: 'Remind', origin: 'CENTRE', needsModel: false })
    expect(own.parameters).toMatchObject([
      { name: 'providers', required: true, default: null },
      { name: 'hours', required: false, default: 24 },
    ])
    expect(JSON.stringify(own)).not.toContain(provider.id)
    expect(JSON.stringify(own)).toContain(labelId)

    expect(await refused(id, { hours: 2 })).toEqual([
      400,
      'validation_failed',
      'parameters.providers: required',
    ])
    expect(await refused(id, { providers: [newId('provider')] })).toEqual([
      400,
      'invalid_reference',
      'parameters.providers.0: invalid_reference',
    ])
    expect(await refused(id, { providers: [labelId] })).toEqual([
      400,
      'validation_failed',
      'parameters.providers: invalid_format',
    ])
    const made = await world.make('/v1/agents', {
      name: 'Remind later',
      template: id,
      parameters: { providers: [provider.id], hours: 48 },
    })
    expect(made).toMatchObject({ hasWebhookUrl: false, status: 'DRAFT', templateOfferedAt: null })
    const definition = made['definition'] as AgentDefinition
    expect(memberAt(definition, 'inputs.hours.default').value).toBe(48)
    expect(memberAt(definition, WHOM.sets[0]!).value).toEqual([provider.id])

    const { body: withdrawn } = await client.post<Json>(`/v1/agents/${id}/withdraw-template`)
    expect(withdrawn['templateOfferedAt']).toBeNull()
    expect((await templatesOf(world)).map(({ name }) => name)).not.toContain(id)
    expect(await refused(id, {})).toEqual([400, 'validation_failed', 'template: not_found'])
  })

  test('stays as it was offered, until it is offered again', async () => {
    const { client } = world
    const { id } = await world.agent()
    const parameters = [{ ...HOURS, name: 'who', type: 'ROLES', sets: ['nodes.ask.roles'] }]
    await client.post(`/v1/agents/${id}/offer-as-template`, { parameters })
    await client.patch(`/v1/agents/${id}`, {
      name: 'Renamed',
      definition: {
        trigger: { type: 'MANUAL' },
        start: 'end',
        nodes: [{ id: 'end', type: 'END' }],
      },
    })
    const find = async () => (await templatesOf(world)).find(({ name }) => name === id)
    expect(await find()).toMatchObject({ title: 'Renamed', parameters: [{ name: 'who' }] })
    expect((await find())!.definition.nodes).toHaveLength(3)
    expect(
      refusal(await client.post(`/v1/agents/${id}/offer-as-template`, { parameters })),
    ).toEqual([400, 'validation_failed', 'parameters.0.sets.0: not_found'])
    await client.post(`/v1/agents/${id}/offer-as-template`)
    expect(await find()).toMatchObject({ parameters: [], definition: { start: 'end' } })
  })

  test('is not offered while it is archived', async () => {
    const { client } = world
    const { id } = await world.offeredAgent()
    await client.post(`/v1/agents/${id}/archive`)
    expect((await templatesOf(world)).map(({ name }) => name)).not.toContain(id)
    expect(await refused(id, {})).toEqual([400, 'validation_failed', 'template: not_found'])
    expect(refusal(await client.post(`/v1/agents/${id}/offer-as-template`))).toEqual([
      409,
      'record_archived',
    ])
    await client.post(`/v1/agents/${id}/restore`)
    expect((await templatesOf(world)).map(({ name }) => name)).toContain(id)
  })

  test('is a template only of its centre', async () => {
    const { id } = await world.offeredAgent()
    const other = createWorld(api, await api.createTenant())
    expect((await templatesOf(other)).map(({ name }) => name)).toEqual(
      TEMPLATES.map(({ name }) => name),
    )
    expect(await refused(id, {}, other)).toEqual([400, 'validation_failed', 'template: not_found'])
  })

  test.each<[string, Json, string]>([
    ['a member that is missing', { sets: ['nodes.aks.roles'] }, 'parameters.0.sets.0: not_found'],
    [
      'a member of every object',
      { sets: ['trigger.constructor.name'] },
      'parameters.0.sets.0: not_found',
    ],
    [
      'a member of another type',
      { sets: ['nodes.ask.title'] },
      'parameters.0.sets.0: invalid_type',
    ],
    ['an unknown type', { type: 'CHILD' }, 'parameters.0.type: invalid_value'],
  ])('cannot ask for %s', async (_, wrong, issue) => {
    const { id } = await world.agent()
    const parameters = [{ ...HOURS, type: 'ROLES', sets: ['nodes.ask.roles'], ...wrong }]
    expect(
      refusal(await world.client.post(`/v1/agents/${id}/offer-as-template`, { parameters })),
    ).toEqual([400, 'validation_failed', issue])
  })

  test('must be publishable before it is offered', async () => {
    const { id } = await world.make('/v1/agents', {
      name: 'Unfinished',
      definition: {
        trigger: { type: 'MANUAL' },
        start: 'late',
        nodes: [{ id: 'late', type: 'QUERY', query: 'tasks_overdu' }],
      },
    })
    expect(refusal(await world.client.post(`/v1/agents/${id}/offer-as-template`))).toEqual([
      400,
      'validation_failed',
      'definition.nodes.0.query: not_found',
    ])
  })
})
