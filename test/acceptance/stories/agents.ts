import { startApiAt } from '../support/api-at.ts'
import { centreOf, type Answer, type Centre } from '../support/centre.ts'
import { aModel } from '../support/models.ts'
import { anOwner, aPerson } from '../support/person.ts'
import { aFamily, aPractice, day, untilListed, untilRecord } from '../support/records.ts'
import type { Site } from '../support/site.ts'
import type { Story } from '../support/story.ts'

const MINUTE_MS = 60_000

const anAgent = async (centre: Centre, definition: object): Promise<string> => {
  const { id } = await centre.post('/v1/agents', { name: 'Agent', definition })
  await centre.post(`/v1/agents/${id}/publish`)
  return String(id)
}

const untilOver = (centre: Centre, runId: string) =>
  untilRecord(centre, `/v1/agent-runs/${runId}`, ({ status }) =>
    ['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(status),
  )

export const agentStories = (story: Story): void => {
  story('an agent asks a language model and acts on its answer', async (scene) => {
    const { site, centre, expect } = scene
    await aModel(site, centre)
    const urgency = { type: 'string', enum: ['LOW', 'HIGH'] }
    const output = { type: 'object', properties: { urgency }, required: ['urgency'] }
    const agentId = await anAgent(centre, {
      trigger: { type: 'MANUAL' },
      start: 'think',
      nodes: [
        { id: 'think', type: 'AGENT', instructions: 'SAY-URGENT', output, next: 'urgent' },
        {
          id: 'urgent',
          type: 'CONDITION',
          when: 'steps.think.answer.urgency == "HIGH"',
          next: 'tell',
        },
        { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Call them today' },
      ],
    })
    const { id } = await centre.post(`/v1/agents/${agentId}/runs`)
    expect(await untilOver(centre, String(id))).toMatchObject({
      status: 'SUCCEEDED',
      failure: null,
    })
    const asked = site.models.asked.find(({ system }) => system.includes('SAY-URGENT'))
    expect(asked?.path).toBe('/v1/chat/completions')
    const { data } = await centre.get('/v1/tasks')
    expect(data).toMatchObject([{ title: 'Call them today' }])
  })

  story('an agent stops a model that asks for fifty tools in every turn', async (scene) => {
    const { site, centre, expect } = scene
    await aModel(site, centre)
    const node = { id: 'think', type: 'AGENT', instructions: 'ASK-FIFTY', tools: ['list_worklist'] }
    const limits = { turns: 3, tokens: 20_000 }
    const agentId = await anAgent(centre, {
      trigger: { type: 'MANUAL' },
      start: 'think',
      nodes: [{ ...node, limits }],
    })
    const { id } = await centre.post(`/v1/agents/${agentId}/runs`)
    const failure = { code: 'turns_exhausted', node: 'think' }
    expect(await untilOver(centre, String(id))).toMatchObject({ status: 'FAILED', failure })
  })

  story('a failed run is retried without repeating what it already did', async (scene) => {
    const { site, centre, expect } = scene
    await aModel(site, centre)
    const task = (id: string, title: string, more: object = {}) => ({
      id,
      type: 'ACTION',
      action: 'create_task',
      parameters: { title, role: 'SCHEDULER' },
      ...more,
    })
    const agentId = await anAgent(centre, {
      trigger: { type: 'MANUAL' },
      start: 'before',
      nodes: [
        task('before', 'Before', { next: 'think' }),
        { id: 'think', type: 'AGENT', instructions: 'FAIL-ONCE', retry: 'NONE', next: 'after' },
        task('after', 'After'),
      ],
    })
    const { id } = await centre.post(`/v1/agents/${agentId}/runs`)
    const failure = { code: 'unavailable', node: 'think' }
    expect(await untilOver(centre, String(id))).toMatchObject({ status: 'FAILED', failure })
    const again = await centre.post(`/v1/agent-runs/${id}/retry`)
    expect(again).toMatchObject({ retryOf: id })
    expect(await centre.refused('POST', `/v1/agent-runs/${id}/retry`)).toMatch(/^409 /)
    expect(await untilOver(centre, String(again['id']))).toMatchObject({ status: 'SUCCEEDED' })
    const { data } = await centre.get('/v1/tasks')
    expect(data.map((it: { title: string }) => it.title).toSorted()).toEqual(['After', 'Before'])
  })

  story('a daily token limit applies to all agents of a centre together', async (scene) => {
    const { site, centre, expect } = scene
    await aModel(site, centre)
    await centre.patch('/v1/organization', { agentTokensPerDay: 1 })
    const agentId = await anAgent(centre, {
      trigger: { type: 'MANUAL' },
      start: 'think',
      nodes: [{ id: 'think', type: 'AGENT', instructions: 'SAY-URGENT', retry: 'NONE' }],
    })
    const { id } = await centre.post(`/v1/agents/${agentId}/runs`)
    const failure = { code: 'agent_budget_exhausted', node: 'think' }
    expect(await untilOver(centre, String(id))).toMatchObject({ status: 'FAILED', failure })
  })

  story('an agent that only reads is run thirty times at once', async ({ centre, expect }) => {
    const agentId = await anAgent(centre, {
      trigger: { type: 'MANUAL' },
      start: 'late',
      nodes: [
        { id: 'late', type: 'QUERY', query: 'tasks_overdue', next: 'end' },
        { id: 'end', type: 'END', message: 'Looked' },
      ],
    })
    const runs = await Promise.all(
      Array.from({ length: 30 }, () => centre.post(`/v1/agents/${agentId}/runs`)),
    )
    for (const { id } of runs) {
      expect(await untilOver(centre, String(id))).toMatchObject({ status: 'SUCCEEDED' })
      const { data } = await centre.get(`/v1/agent-run-steps?runId=${String(id)}`)
      expect(data).toHaveLength(2)
    }
  })

  story('an agent pauses itself after several failed runs in a row', async (scene) => {
    const { site, centre, expect } = scene
    const told = await site.receiver.subscribe(centre, ['agent.paused'])
    const agentId = await anAgent(centre, {
      trigger: { type: 'MANUAL' },
      limits: { pauseAfterFailures: 1 },
      start: 'mark',
      nodes: [
        {
          id: 'mark',
          type: 'ACTION',
          action: 'create_task',
          parameters: { title: { expression: 'string(1 / 0)' }, role: 'SCHEDULER' },
        },
      ],
    })
    const { id } = await centre.post(`/v1/agents/${agentId}/runs`)
    expect(await untilOver(centre, String(id))).toMatchObject({ status: 'FAILED' })
    expect(await told.arrived('agent.paused')).toMatchObject({ agentId })
    expect(await centre.get(`/v1/agents/${agentId}`)).toMatchObject({ failuresInARow: 1 })
  })

  story('an agent waits for an event and continues when it arrives', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    const agentId = await anAgent(centre, {
      trigger: { type: 'MANUAL' },
      inputs: [{ name: 'childId', type: 'ID' }],
      start: 'wait',
      nodes: [
        {
          id: 'wait',
          type: 'WAIT',
          for: {
            eventType: 'goal.created',
            filter: 'arrived.data.childId == input.childId',
            hours: 24,
          },
          next: 'tell',
        },
        { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'The goal is there' },
      ],
    })
    const { id } = await centre.post(`/v1/agents/${agentId}/runs`, { input: { childId } })
    await untilListed(centre, `/v1/agent-run-steps?runId=${id}&status=WAITING`)
    await centre.post('/v1/goals', {
      childId,
      area: 'Articulation',
      title: 'Says /r/ in words',
      unit: 'percent',
      baseline: { value: 20 },
      target: { value: 80, dueOn: day(90) },
    })
    expect(await untilOver(centre, String(id))).toMatchObject({ status: 'SUCCEEDED' })
    expect((await centre.get('/v1/tasks'))['data']).toMatchObject([{ title: 'The goal is there' }])
  })

  story('a wait of days can be skipped in a test centre only', async (scene) => {
    const { centre, expect } = scene
    const agentId = await anAgent(centre, {
      trigger: { type: 'MANUAL' },
      start: 'wait',
      nodes: [
        { id: 'wait', type: 'WAIT', for: { hours: 240 }, next: 'tell' },
        { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Ten days have passed' },
      ],
    })
    const { id } = await centre.post(`/v1/agents/${agentId}/runs`)
    await untilListed(centre, `/v1/agent-run-steps?runId=${id}&status=WAITING`)
    await centre.post(`/v1/agent-runs/${id}/skip-wait`)
    expect(await untilOver(centre, String(id))).toMatchObject({ status: 'SUCCEEDED' })
    expect((await centre.get('/v1/tasks'))['data']).toMatchObject([
      { title: 'Ten days have passed' },
    ])
  })

  story(
    'the output of an agent is shown only to people who may read its sources',
    async (scene) => {
      const { centre, expect } = scene
      const { childId } = await aFamily(centre)
      const agentId = await anAgent(centre, {
        trigger: { type: 'MANUAL' },
        inputs: [{ name: 'childId', type: 'ID' }],
        start: 'tell',
        nodes: [
          {
            id: 'tell',
            type: 'ACTION',
            action: 'create_task',
            parameters: { title: { expression: '"Look at " + input.childId' }, role: 'SCHEDULER' },
          },
        ],
      })
      const { id } = await centre.post(`/v1/agents/${agentId}/runs`, { input: { childId } })
      expect(await untilOver(centre, String(id))).toMatchObject({ status: 'SUCCEEDED' })
      const title = `Look at ${childId}`
      expect((await centre.get('/v1/tasks'))['data']).toMatchObject([{ title, withheld: [] }])
      const narrow = await centre.key({ name: 'Tasks', scopes: ['sessions'] })
      const { data } = await narrow.get('/v1/tasks')
      expect(data).toMatchObject([{ withheld: ['children:read'] }])
      expect(JSON.stringify(data[0].title)).not.toContain(childId)
      // Permissions are not enough: a key that sees other children has children:read, too.
      const { providerId } = await aPractice(centre)
      const bound = await centre.key({
        name: 'Of a provider',
        providerId,
        scopes: ['sessions', 'children'],
      })
      expect(JSON.stringify(await bound.get('/v1/tasks'))).not.toContain(childId)
    },
  )

  story('the weekly report reaches the owners by mail', async ({ site, centre, expect }) => {
    const owner = await anOwner(site, centre)
    await aFamily(centre, { firstName: 'Finn', lastName: 'Mertens' })
    const { providerId, serviceId } = await aPractice(centre)
    // Last week: nothing can be booked in the past, so the appointment is imported from another system.
    const { id: importId } = await centre.post('/v1/appointment-imports', {
      name: 'old-system.csv',
      format: 'CSV',
      content: `external_id,child,start,duration\n1,Finn Mertens,${lastWednesday()} 09:00,45\n`,
      timeZone: 'America/New_York',
      defaults: { providerId, serviceId },
    })
    const imported = `/v1/appointment-imports/${importId}`
    await untilRecord(centre, imported, ({ status }) => status === 'CHECKED')
    await centre.post(`${imported}/run`)
    await untilRecord(centre, imported, ({ status }) => status === 'DONE')
    const wednesday = `startsOn=${lastWednesday()}&endsOn=${lastWednesday()}`
    const figures = `/v1/analytics/locations?${wednesday}&metrics=APPOINTMENTS_BOOKED`
    await untilRecord(centre, `${figures}&granularity=TOTAL`, (it) => it['total'][0]?.value === 1)
    const report = { name: 'Report', template: 'weekly_report' }
    const { id: agentId } = await centre.post('/v1/agents', report)
    await centre.post(`/v1/agents/${agentId}/publish`)
    const { id } = await centre.post(`/v1/agents/${agentId}/runs`)
    expect(await untilOver(centre, String(id))).toMatchObject({ status: 'SUCCEEDED' })
    const mail = await site.mailTo(owner.email, 'Figures of the last week')
    expect(mail.text).toContain('Riverside')
  })

  story('a proposed action waits until a second person approves it', async (scene) => {
    const { site, centre, expect } = scene
    const agentId = await anAgent(centre, {
      trigger: { type: 'MANUAL' },
      start: 'ask',
      nodes: [
        { id: 'ask', type: 'APPROVAL', title: 'Tell them?', roles: ['OWNER'], next: 'tell' },
        { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Approved' },
      ],
    })
    const { id: runId } = await centre.post(`/v1/agents/${agentId}/runs`)
    const step = await untilListed(centre, `/v1/agent-run-steps?runId=${runId}&status=WAITING`)
    const approve = `/v1/agent-run-steps/${step['id']}/approve`
    expect(await centre.refused('POST', approve, {})).toBe('403 insufficient_role')
    const owner = await anOwner(site, centre)
    const { ifApproved } = await owner.get(`/v1/agent-run-steps/${step['id']}`)
    expect(ifApproved).toMatchObject([
      { node: 'tell', text: expect.stringContaining('Approved') as string, withheld: [] },
    ])
    await owner.post(approve, { reason: 'They have waited for long.' })
    expect(await untilOver(centre, String(runId))).toMatchObject({ status: 'SUCCEEDED' })
  })

  story('an agent starts on an event and labels what it found', async ({ centre, expect }) => {
    const { id: labelId } = await centre.post('/v1/labels', { name: 'New' })
    await anAgent(centre, {
      trigger: { type: 'EVENT', eventType: 'child.registered' },
      start: 'mark',
      nodes: [
        {
          id: 'mark',
          type: 'ACTION',
          action: 'add_label',
          parameters: { childId: { expression: 'event.data.childId' }, labelId },
        },
      ],
    })
    const { childId } = await aFamily(centre)
    const { id } = await untilListed(centre, `/v1/children?labelId=${labelId}`)
    expect(id).toBe(childId)
  })

  story('a centre answers the questions of a template and offers its own', async (scene) => {
    const { centre, site, expect } = scene
    const { data } = await centre.get('/v1/agent-templates')
    const recall = (data as Answer[]).find(({ name }) => name === 'assessment_recall')!
    expect(recall).toMatchObject({ origin: 'PLATFORM', parameters: [{ default: 0 }, {}, {}] })
    const wrong = { name: 'Recall', template: 'assessment_recall', parameters: { limit: 'many' } }
    expect(await centre.refused('POST', '/v1/agents', wrong)).toMatch(/^400 validation_failed/)
    const { id } = await centre.post('/v1/agents', {
      name: 'Late tasks',
      definition: {
        trigger: { type: 'MANUAL' },
        start: 'tell',
        nodes: [{ id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Look at the late tasks' }],
      },
    })
    await centre.post(`/v1/agents/${id}/offer-as-template`, {
      parameters: [
        { name: 'whom', label: 'Who should look?', type: 'ROLE', sets: ['nodes.tell.to'] },
        { name: 'text', label: 'What should it say?', type: 'TEXT', sets: ['nodes.tell.text'] },
      ],
    })
    const { id: copy } = await centre.post('/v1/agents', {
      name: 'Late tasks at the second location',
      template: id,
      parameters: { text: 'Look at them in Queens' },
    })
    await centre.post(`/v1/agents/${copy}/publish`)
    const run = await centre.post(`/v1/agents/${copy}/runs`)
    await untilOver(centre, String(run['id']))
    const task = await untilListed(centre, '/v1/tasks?role=SCHEDULER')
    expect(task['title']).toBe('Look at them in Queens')
    const other = await site.openCentre()
    expect(JSON.stringify(await other.get('/v1/agent-templates'))).not.toContain(String(id))
  })

  story('the only person of a centre approves what their agent proposes', async (scene) => {
    const { centre, site, expect } = scene
    const owner = await anOwner(site, centre)
    const { childId } = await aFamily(centre)
    const { id: agentId } = await owner.post('/v1/agents', {
      name: 'Ask first',
      definition: {
        trigger: { type: 'MANUAL' },
        inputs: [{ name: 'childId', type: 'ID' }],
        start: 'ask',
        nodes: [
          {
            id: 'ask',
            type: 'APPROVAL',
            title: 'Look at this child?',
            shows: 'input.childId',
            roles: ['SCHEDULER'],
            next: 'tell',
          },
          { id: 'tell', type: 'NOTIFY', to: 'STARTER', text: 'Look at the child' },
        ],
      },
    })
    await owner.post(`/v1/agents/${agentId}/publish`)
    const run = await owner.post(`/v1/agents/${agentId}/runs`, { input: { childId } })
    const waits = `/v1/agent-run-steps?runId=${run['id']}&status=WAITING`
    const { id } = await untilListed(centre, waits)
    const approve = `/v1/agent-run-steps/${id}/approve`
    expect((await owner.send('POST', approve)).body).toMatchObject({
      code: 'second_person_required',
    })
    const allowed = { soleApprovals: true }
    expect(await centre.refused('PATCH', '/v1/organization', allowed)).toBe('403 insufficient_role')
    await owner.patch('/v1/organization', allowed)
    const { names } = await owner.get(`/v1/agent-run-steps/${id}`)
    expect(names).toMatchObject([{ id: childId, name: expect.stringMatching(/\w+ \w+/) }])
    expect((await owner.post(approve))['approval']).toMatchObject({ alone: true })
    await untilOver(centre, String(run['id']))
    const again = await owner.post(`/v1/agents/${agentId}/runs`, { input: { childId } })
    const step = await untilListed(
      centre,
      `/v1/agent-run-steps?runId=${again['id']}&status=WAITING`,
    )
    await aPerson(site, centre, { roles: ['SCHEDULER'] })
    const refused = await owner.send('POST', `/v1/agent-run-steps/${step['id']}/approve`)
    expect(refused.body).toMatchObject({ code: 'second_person_required' })
  })

  story(
    'agents that call each other through other services end after three runs',
    async (scene) => {
      const { centre, site, expect } = scene
      const agentId = await anAgent(centre, {
        trigger: { type: 'WEBHOOK', given: { round: 'event.data.round' } },
        inputs: [{ name: 'round', type: 'INTEGER' }],
        start: 'tell',
        nodes: [
          {
            id: 'tell',
            type: 'ACTION',
            action: 'emit_event',
            parameters: { name: 'round.done', data: { round: { expression: 'input.round' } } },
          },
        ],
      })
      const told = await site.receiver.subscribe(centre, ['custom.emitted'])
      const { webhookUrl } = await centre.post(`/v1/agents/${agentId}/rotate-webhook-url`)
      const callBack = async (round: number, runId?: string): Promise<string> => {
        const answer = await fetch(String(webhookUrl), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'webhook-id': `round_${round}`,
            ...(runId !== undefined && { 'x-service-agent-run': runId }),
          },
          body: JSON.stringify({ round }),
        })
        return ((await answer.json()) as { receipt: string }).receipt
      }
      const receipts = [await callBack(0)]
      while (receipts.at(-1) === 'ACCEPTED') {
        const round = receipts.length - 1
        const headers = await told.headersOf('custom.emitted', ({ data }) => data.round === round)
        receipts.push(await callBack(round + 1, String(headers['x-service-agent-run'])))
      }
      expect(receipts).toEqual([...Array.from({ length: 4 }, () => 'ACCEPTED'), 'CHAIN_ENDED'])
      const { refused } = await centre.get(`/v1/agents/${agentId}/triggers`)
      expect(refused).toMatchObject({ count: 1 })
    },
  )

  story('an agent that starts nothing stands in the worklist', async (scene) => {
    const { centre, site, expect } = scene
    const nodes = [{ id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Somebody is new' }]
    const fails = await anAgent(centre, {
      trigger: {
        type: 'EVENT',
        eventType: 'child.registered',
        filter: 'int(event.data.childId) > 0',
      },
      start: 'tell',
      nodes,
    })
    await aFamily(centre)
    const waits = await untilListed(centre, '/v1/worklist?kind=AGENT_FILTER_TO_CHECK')
    expect(waits['subject']).toMatchObject({ id: fails })
    const daily = await anAgent(centre, {
      trigger: {
        type: 'SCHEDULE',
        recurrence: 'FREQ=DAILY',
        startsOn: day(1),
        startTime: '09:00',
      },
      start: 'tell',
      nodes,
    })
    const { nextRunAt } = await centre.get(`/v1/agents/${daily}`)
    const overdueAt = async (minutes: number) => {
      const at = new Date(Date.parse(String(nextRunAt)) + minutes * MINUTE_MS).toISOString()
      await using late = await startApiAt(site, at)
      const later = await centreOf(late.url, centre)
      const { data } = await later.get('/v1/worklist?kind=AGENT_SCHEDULE_OVERDUE')
      return (data as Answer[]).map((entry) => String(entry['subject'].id))
    }
    expect(await overdueAt(4)).toEqual([])
    expect(await overdueAt(5)).toEqual([daily])
  })

  story('a draft is validated and previewed without side effects', async ({ centre, expect }) => {
    const definition = (action: string) => ({
      trigger: { type: 'MANUAL' },
      start: 'remind',
      nodes: [
        { id: 'remind', type: 'ACTION', action, parameters: { title: 'Look', role: 'SCHEDULER' } },
      ],
    })
    const draft = { name: 'Draft', definition: definition('create_tasks') }
    const { id } = await centre.post('/v1/agents', draft)
    const checked = await centre.post(`/v1/agents/${id}/validate`)
    expect(checked).toMatchObject({ publishable: false, problems: [{ code: 'not_found' }] })
    await centre.patch(`/v1/agents/${id}`, { definition: definition('create_task') })
    const { steps } = await centre.post(`/v1/agents/${id}/preview`)
    expect(JSON.stringify(steps)).toContain('wouldDo')
    expect((await centre.get('/v1/tasks'))['data']).toEqual([])
  })

  story('a draft is replayed over what really happened, and nobody hears of it', async (scene) => {
    const { site, centre, expect } = scene
    const trigger = { type: 'EVENT', eventType: 'child.registered' }
    const agentId = await anAgent(centre, {
      trigger,
      start: 'tell',
      nodes: [{ id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Call them' }],
    })
    const { childId, clientId, email } = await aFamily(centre)
    const { id: runId } = await untilListed(centre, `/v1/agent-runs?agentId=${agentId}`)
    await untilOver(centre, String(runId))
    const message = { subject: 'Welcome', text: 'We look forward to seeing you.' }
    const parameters = {
      template: 'centre.message',
      childId: { expression: 'event.data.childId' },
      message,
    }
    const write = { id: 'write', type: 'ACTION', action: 'message_guardians', parameters }
    const ask = { id: 'ask', type: 'APPROVAL', title: 'Write?', roles: ['ADMINISTRATOR'] }
    const nodes = [{ ...ask, next: 'write' }, write]
    await centre.patch(`/v1/agents/${agentId}`, { definition: { trigger, start: 'ask', nodes } })
    const { id } = await centre.post(`/v1/agents/${agentId}/replays`, { days: 7 })
    const replay = await untilRecord(
      centre,
      `/v1/agent-replays/${id}`,
      ({ status }) => status === 'DONE',
    )
    expect(replay).toMatchObject({
      agentVersion: null,
      comparedWith: 1,
      triggers: 1,
      settled: 1,
      totals: {
        messages: [{ recipientType: 'CLIENT', messages: 1, recipients: 1 }],
        differences: [{ difference: 'DIFFERENT', triggers: 1 }],
      },
    })
    expect((await centre.get(`/v1/agent-replays/${id}/results`))['data']).toMatchObject([
      {
        runId,
        replayed: {
          actions: [
            {
              action: 'message_guardians',
              recipients: [{ id: clientId, name: 'Mara Weiss' }],
              records: [{ id: childId }],
            },
          ],
        },
        published: { actions: [{ action: 'create_task', differs: true }] },
      },
    ])
    expect(await site.mailsTo(email)).toEqual([])
    expect((await centre.get('/v1/agent-runs'))['data']).toHaveLength(1)
    expect((await centre.get('/v1/tasks'))['data']).toHaveLength(1)
  })

  story(
    'an agent starts on a webhook from another service of the centre',
    async ({ site, centre, expect }) => {
      const agentId = await anAgent(centre, {
        trigger: { type: 'WEBHOOK', given: { weeks: 'event.data.weeks' } },
        inputs: [{ name: 'weeks', type: 'INTEGER' }],
        start: 'note',
        nodes: [{ id: 'note', type: 'NOTIFY', to: 'SCHEDULER', text: '{{ input.weeks }} weeks' }],
      })
      const { webhookUrl } = await centre.post(`/v1/agents/${agentId}/rotate-webhook-url`)
      expect(String(webhookUrl)).toContain(site.api)
      const sent = await fetch(String(webhookUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
        body: JSON.stringify({ weeks: 3 }),
      })
      expect(await sent.json()).toMatchObject({ receipt: 'ACCEPTED' })
      expect(await untilListed(centre, '/v1/tasks')).toMatchObject({ title: '3 weeks' })
    },
  )

  story('a webhook URL ends with the version it was created for', async ({ centre, expect }) => {
    const { id: labelId } = await centre.post('/v1/labels', { name: 'Called' })
    const definition = (node: object) => ({
      trigger: { type: 'WEBHOOK' },
      inputs: [{ name: 'childId', type: 'ID', required: true }],
      start: 'act',
      nodes: [{ id: 'act', ...node }],
    })
    const tell = { type: 'NOTIFY', to: 'SCHEDULER', text: 'They called.' }
    const { id } = await centre.post('/v1/agents', { name: 'Calls', definition: definition(tell) })
    const rotate = `/v1/agents/${id}/rotate-webhook-url`
    expect(await centre.refused('POST', rotate)).toBe('409 invalid_transition')
    await centre.post(`/v1/agents/${id}/publish`)
    const { webhookUrl } = await centre.post(rotate)
    const { childId } = await aFamily(centre)
    const parameters = { childId: { expression: 'input.childId' }, labelId }
    const label = { type: 'ACTION', action: 'add_label', parameters }
    await centre.patch(`/v1/agents/${id}`, { definition: definition(label) })
    expect(await centre.post(`/v1/agents/${id}/publish`)).toMatchObject({ hasWebhookUrl: false })
    const sent = await fetch(String(webhookUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ childId }),
    })
    expect(sent.status).toBe(404)
  })

  story('who created a webhook URL does not approve its runs', async (scene) => {
    const { site, centre, expect } = scene
    const agentId = await anAgent(centre, {
      trigger: { type: 'WEBHOOK' },
      start: 'ask',
      nodes: [{ id: 'ask', type: 'APPROVAL', title: 'Go on?', roles: ['ADMINISTRATOR'] }],
    })
    const [knowing, other] = await Promise.all(
      [1, 2].map(() => aPerson(site, centre, { roles: ['ADMINISTRATOR'] })),
    )
    const { webhookUrl } = await knowing!.post(`/v1/agents/${agentId}/rotate-webhook-url`)
    const headers = { 'content-type': 'application/json' }
    await fetch(String(webhookUrl), { method: 'POST', headers, body: '{}' })
    const step = await untilListed(centre, '/v1/agent-run-steps?status=WAITING')
    const approve = `/v1/agent-run-steps/${step['id']}/approve`
    const refused = await knowing!.send('POST', approve, {})
    expect([refused.status, refused.body['code']]).toEqual([403, 'second_person_required'])
    await other!.post(approve, {})
  })

  story('an MCP client reads a child and writes once', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    const call = (name: string, parameters: object, more: object = {}) => {
      const params = { name, arguments: parameters, ...more }
      return centre.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    }
    const { result } = await call('get_child', { id: childId })
    expect(result.structuredContent).toMatchObject({ id: childId, firstName: 'Lena' })
    const once = { _meta: { idempotencyKey: 'story-1' } }
    for (const _ of [1, 2]) await call('create_task', { title: 'Call them', childId }, once)
    expect((await centre.get(`/v1/worklist?childId=${childId}`))['data']).toHaveLength(1)
    const { data } = await centre.get(`/v1/audit-entries?subjectId=${childId}`)
    expect(JSON.stringify(data)).toContain('mcp/get_child')
  })

  story(
    'figures are grouped by period, and the records behind them can be listed',
    async (scene) => {
      const { centre, expect } = scene
      const { childId } = await aFamily(centre)
      const { id: locationId } = await centre.post('/v1/locations', {
        name: 'Riverside',
        timeZone: 'America/New_York',
      })
      const provider = { name: 'Dr. Ada Brook', locationIds: [locationId] }
      const { id: providerId } = await centre.post('/v1/providers', provider)
      const service = { code: 'THERAPY_SESSION', defaultForType: true, name: 'Session' }
      await centre.post('/v1/services', { ...service, durationMinutes: 45 })
      const startsAt = `${day(3)}T15:00:00Z`
      await centre.post('/v1/appointments', {
        childId,
        providerId,
        type: 'THERAPY_SESSION',
        startsAt,
      })
      const period = `startsOn=${day(0)}&endsOn=${day(7)}`
      const path = `/v1/analytics/locations?${period}&granularity=TOTAL&metrics=APPOINTMENTS_BOOKED`
      await untilRecord(centre, path, ({ total }) => total[0]?.value === 1)
      const records = await centre.get(`/v1/analytics/records?${period}&metric=APPOINTMENTS_BOOKED`)
      expect(records).toMatchObject({ total: 1 })
    },
  )

  story(
    'a misspelt filter is refused, and a filter that lets nothing through is seen',
    async (scene) => {
      const { centre, expect } = scene
      const definition = (eventType: string, filter: string) => ({
        trigger: { type: 'EVENT', eventType, filter },
        start: 'tell',
        nodes: [{ id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'It happened' }],
      })
      const misspelt = await centre.post('/v1/agents', {
        name: 'Typo',
        definition: definition('booking.cancelled', "event.data.initator == 'CLIENT'"),
      })
      const path = `/v1/agents/${misspelt['id']}`
      const { problems } = await centre.post(`${path}/validate`)
      expect(problems).toMatchObject([
        {
          path: 'trigger.filter',
          message: expect.stringContaining('did you mean initiator?') as string,
          position: { line: 1, column: 12 },
          suggestion: 'initiator',
        },
      ])
      expect(await centre.refused('POST', `${path}/publish`)).toBe('400 validation_failed')

      const never = await anAgent(
        centre,
        definition('child.registered', "event.data.childId == 'nobody'"),
      )
      await aFamily(centre)
      const triggers = `/v1/agents/${never}/triggers`
      const { filteredOut } = await untilRecord(centre, triggers, ({ seen }) => seen > 0)
      expect(await centre.get(triggers)).toMatchObject({ started: { count: 0 } })
      const { eventId } = filteredOut.last
      const { data } = await centre.get(`/v1/events/${eventId}/agent-triggers`)
      expect(data).toMatchObject([{ agentId: never, reason: 'FILTERED', runId: null }])
    },
  )

  story('an agent is copied to another centre, and a template creates one', async (scene) => {
    const { centre, expect } = scene
    const { data } = await centre
      .get('/v1/agent-templates')
      .then((it) => ({ data: it['templates'] ?? it['data'] }))
    expect(data.map((it: { name: string }) => it.name)).toContain('assessment_recall')
    const { id } = await centre.post('/v1/agents', {
      name: 'Recall',
      template: 'assessment_recall',
    })
    const exported = await centre.get(`/v1/agents/${id}/export`)
    const copy = await centre.post('/v1/agents/import', exported)
    expect(copy['id']).not.toBe(id)
    expect((await centre.get(`/v1/agents/${copy['id']}`))['definition']).toEqual(
      (await centre.get(`/v1/agents/${id}`))['definition'],
    )
  })

  story('the care coordinator recommends the next action', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    const { rules } = await centre.get('/v1/agents/care-coordinator')
    expect(rules.length).toBeGreaterThan(5)
    const insights = await centre.get(`/v1/ai/children/${childId}/insights`)
    expect(JSON.stringify(insights).length).toBeGreaterThan(2)
    expect(await centre.get('/v1/ai/recommendations')).toMatchObject({ generatedBy: 'RULES' })
  })
}

/** The Wednesday of the week before, where the centre is: on Monday at 00:00 UTC it is still Sunday there. */
const lastWednesday = (): string => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format()
  const weekday = new Date(today).getUTCDay()
  const wednesday = Date.parse(today) - (((weekday + 6) % 7) + 5) * DAY_MS
  return new Date(wednesday).toISOString().slice(0, 10)
}
const DAY_MS = 86_400_000

/** Instructions used once by a story: the model is unavailable for the first question. */
const failed = new Set<string>()

/** The reply of the scripted model depends on its instructions, so stories can run in parallel. */
export const scriptOfStories: Parameters<Site['models']['reply']>[0] = ({ system }) => {
  if (system.includes('SAY-URGENT')) return { text: '{"urgency": "HIGH"}' }
  if (system.includes('FAIL-ONCE') && !failed.has('FAIL-ONCE')) {
    failed.add('FAIL-ONCE')
    return { status: 503 }
  }
  if (system.includes('ASK-FIFTY')) return { tool: 'list_worklist', times: 50 }
  return { text: 'Anything that no document says.' }
}
