import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageActivities } from '../../../activities/messages.ts'
import { startMailCatcher, type MailCatcher } from '../../../dev/mail-catcher.ts'
import { createSmtpMailer } from '../../../providers/mail/index.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { refusal, type Page } from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { carryOut, fire, publishedAgent, runsIn, startRun, stepsOf } from './support.ts'

/** Requests for approval: a task and an e-mail over SMTP. */

const stack = new AsyncDisposableStack()
let api: TestApi
let catcher: MailCatcher
let mailer: ReturnType<typeof createSmtpMailer>

beforeAll(async () => {
  api = stack.use(await startApi())
  catcher = stack.use(await startMailCatcher())
  mailer = stack.use(
    createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org', requireTls: false }),
  )
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await stack.disposeAsync()
})

const newWorld = async () => createWorld(api, await api.createTenant())

/** Tells the people of the centre, and sends each message twice; each arrives once. */
const mailsTo = async ({ client: { tenantId } }: World) => {
  const mail = { mailer, publicUrl: 'https://care.test' }
  const deps = { platform: api.services.platform, mail } as Parameters<typeof messageActivities>[0]
  const { sendMessage, tellPeople } = messageActivities(deps)
  await new MockActivityEnvironment().run(() => tellPeople({ tenantId, subjectId: tenantId }))
  const queued = await api.query<{ id: string }>(
    `SELECT id FROM messages WHERE tenant_id = $1 AND template = 'worklist.waiting' ORDER BY id`,
    [tenantId],
  )
  for (const { id: subjectId } of [...queued, ...queued])
    await new MockActivityEnvironment().run(() => sendMessage({ tenantId, subjectId }))
  return catcher.mails.filter(({ messageId }) => queued.some(({ id }) => messageId.includes(id)))
}

const approvalTasks = async ({ client }: World, stepId: string) =>
  (await client.get<Page>(`/v1/tasks?subjectId=${stepId}`)).body.data

const asking = (more: Json = {}): [Json, ...Json[]] => [
  {
    id: 'ask',
    type: 'APPROVAL',
    title: 'Write about {{ input.childId }}?',
    shows: 'input.childId',
    roles: ['ADMINISTRATOR', 'SCHEDULER'],
    expiresAfterHours: 24,
    next: 'tell',
    ...more,
  },
  { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Done' },
]
const inputs = [{ name: 'childId', type: 'ID' }]

const waitingStep = async (centre: World, more: Json = {}) => {
  const agent = await publishedAgent(centre, asking(more), { inputs })
  const { id: childId } = await centre.child()
  const run = await startRun(api, centre, agent.id, { childId })
  await carryOut(api, centre, run)
  const [step] = await stepsOf(centre, run)
  return { run, step: step!, childId }
}

describe('a run waiting for a decision', () => {
  test('creates a task for each role and sends an e-mail that does not say whom it is about', async () => {
    const centre = await newWorld()
    const admin = await joinAs(api, centre.client, { roles: ['ADMINISTRATOR'] })
    await joinAs(api, centre.client, { roles: ['BILLER'] })
    const { step, childId } = await waitingStep(centre)
    expect(await approvalTasks(centre, step.id)).toMatchObject([
      {
        role: 'ADMINISTRATOR',
        status: 'OPEN',
        source: 'AGENT_RUN',
        dueAt: step.dueAt,
        title: 'Approve or reject what the agent “Agent of a test” proposes',
      },
    ])
    const { body } = await admin.get<Page>('/v1/worklist?assigneeId=me')
    expect(body.data).toMatchObject([{ kind: 'TASK', subjectId: step.id }])
    const mails = await mailsTo(centre)
    expect(mails.map(({ to }) => to)).toEqual([[admin.user.email]])
    const { subject, text } = mails[0]!
    expect(subject).toBe('Do the task')
    const [task] = await approvalTasks(centre, step.id)
    expect(text).toContain(`https://care.test/worklist?entry=${task!.id}`)
    expect(JSON.stringify([mails, await approvalTasks(centre, step.id)])).not.toContain(childId)
    const answer = await admin.post(`/v1/agent-run-steps/${step.id}/approve`)
    expect(answer.status, answer.text).toBe(200)
    expect(await approvalTasks(centre, step.id)).toMatchObject([
      { status: 'DONE', closedBy: admin.user.id },
    ])
    expect((await admin.get<Page>('/v1/worklist?assigneeId=me')).body.data).toEqual([])
  })

  test.each(['en', 'de'])('asks in the language of the centre: %s', async (language) => {
    const centre = await newWorld()
    await centre.client.patch('/v1/message-settings', { language })
    await joinAs(api, centre.client, { roles: ['SCHEDULER'] })
    await waitingStep(centre)
    const [mail] = await mailsTo(centre)
    expect(mail!.subject).toBe(language === 'en' ? 'Do the task' : 'Aufgabe erledigen')
  })

  test('asks the owners if nobody has the roles, and sends each person one e-mail for all items of a list', async () => {
    const centre = await newWorld()
    const owner = await joinAs(api, centre.client, { roles: ['OWNER'] })
    const agent = await publishedAgent(centre, [
      { id: 'each', type: 'FOR_EACH', items: '[1, 2]', body: 'ask' },
      { id: 'ask', type: 'APPROVAL', title: 'May it?', roles: ['BILLER'], next: null },
    ])
    const run = await startRun(api, centre, agent.id)
    await carryOut(api, centre, run)
    const { tenantId } = centre.client
    const { runNode } = await import('#agents/agent-runs/loop/run-loop.ts')
    const { systemContext } = await import('#platform/core/context/context.ts')
    const ctx = systemContext(api.services.platform, { tenantId, action: 'runNode' })
    await runNode(ctx, { runId: run.id, node: 'ask', item: 2 })
    const steps = (await stepsOf(centre, run)).filter(({ node }) => node === 'ask')
    expect(steps).toHaveLength(2)
    const tasks = await Promise.all(steps.map(({ id }) => approvalTasks(centre, id)))
    expect(tasks.flat()).toMatchObject([{ role: 'OWNER' }, { role: 'OWNER' }])
    const mails = await mailsTo(centre)
    expect(mails.map(({ to }) => to)).toEqual([[owner.user.email]])
    expect(mails[0]!.subject).toBe('2 things wait for you')
  })

  test('closes its task when the decision times out, is rejected, or the run is cancelled', async () => {
    const centre = await newWorld()
    const admin = await joinAs(api, centre.client, { roles: ['ADMINISTRATOR'] })
    const late = await waitingStep(centre)
    const cancelled = await waitingStep(centre)
    const rejected = await waitingStep(centre)
    await centre.client.post(`/v1/agent-runs/${cancelled.run.id}/cancel`)
    await admin.post(`/v1/agent-run-steps/${rejected.step.id}/reject`)
    api.clock.advance(25 * 3_600_000)
    const later = createWorld(api, await api.createClient(centre.client.tenantId))
    await carryOut(api, later, late.run)
    const statuses = [late, cancelled, rejected].map(async ({ step }) =>
      (await approvalTasks(later, step.id)).map(({ status }) => status as string),
    )
    expect(await Promise.all(statuses)).toEqual([['CANCELLED'], ['CANCELLED'], ['DONE']])
  })

  test('tells its publisher why they cannot approve', async () => {
    const centre = await newWorld()
    const admin = await joinAs(api, centre.client, { roles: ['ADMINISTRATOR'] })
    const trigger = { type: 'EVENT', eventType: 'child.registered' }
    const more = { trigger, publisher: admin }
    await publishedAgent(centre, asking({ title: 'May it?', shows: null }), more)
    await centre.child()
    await fire(api, centre)
    const [run] = await runsIn(centre)
    await carryOut(api, centre, run!)
    const step = (await stepsOf(centre, run!)).find(({ status }) => status === 'WAITING')!
    const answer = await admin.post<{ detail: string }>(`/v1/agent-run-steps/${step.id}/approve`)
    expect(refusal(answer as never)).toEqual([403, 'second_person_required'])
    expect(answer.body.detail).toContain(
      'You published this agent, which starts automatically, so the run acts for you.',
    )
  })
})
