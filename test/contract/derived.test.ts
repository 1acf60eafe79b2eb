import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namedBy, newId } from '#platform/core/records/ids.ts'
import { PERMISSIONS_OF_PEOPLE, resourceOf } from '#platform/core/access/permissions.ts'
import { DERIVED } from '#vocabulary/resources.ts'
import { z } from 'zod'
import { messageActivities } from '../../activities/messages.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { startMailCatcher, type MailCatcher } from '../../dev/mail-catcher.ts'
import { createSmtpMailer } from '../../providers/mail/index.ts'
import { carryOutReplay, startReplay } from '../agents/agent-replays/support.ts'
import { carryOut, publishedAgent } from '../agents/agent-runs/support.ts'
import { connectModel } from '../knowledge/generation/support.ts'
import { openAssistant, PATH, type OpenAssistant } from '../knowledge/support.ts'
import { joinAs, type Browser } from '../staff/support.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { startModelServer, type ModelServer } from '../support/model-server.ts'
import { createWorld, type Json, type World } from './world.ts'

/**
 * Derived data keeps the permissions of its sources: marker words are written into every derived column, and
 * every GET is called by a person with all permissions except that of the source.
 */

/** Words that no template contains, so each match was derived. */
const worked = (word: string) => `"zq" + "${word}" + string(size(steps.look.rows))`

const INPUT = 918_273_645

const NODES: [Json, ...Json[]] = [
  {
    id: 'look',
    type: 'QUERY',
    query: 'unpaid_orders',
    parameters: { olderThanDays: { expression: 'input.days > 0 ? 14 : 15' } },
    next: 'think',
  },
  { id: 'think', type: 'AGENT', instructions: 'Think.', given: worked('prompt'), next: 'tell' },
  {
    id: 'tell',
    type: 'NOTIFY',
    to: 'STARTER',
    text: `{{ ${worked('title')} }}\n{{ ${worked('notes')} }}`,
    next: 'emit',
  },
  {
    id: 'emit',
    type: 'ACTION',
    action: 'emit_event',
    parameters: { name: 'orders.looked', data: { said: { expression: worked('event') } } },
    next: 'ask',
  },
  {
    id: 'ask',
    type: 'APPROVAL',
    title: `{{ ${worked('step')} }}?`,
    roles: ['ADMINISTRATOR'],
    next: null,
  },
]

interface Case {
  /** The marker words as they appear in responses. */
  words: readonly string[]
  /** The resource its reader has no permission for: the source. */
  without: readonly string[]
  /** The setup done as the reader. */
  before?: (reader: Reader) => Promise<void>
  /** What the reader sees instead: a note that the words are withheld. */
  shows: string
}

/** For each table with columns derived from other records. */
const CASES: Readonly<Record<string, Case>> = {
  agent_run_steps: { words: ['zqstep0'], without: ['orders'], shows: '/v1/agent-run-steps' },
  agent_replay_results: {
    words: ['zqreplayed'],
    without: ['orders'],
    shows: '/v1/agent-replays/{agentReplay}/results',
  },
  agent_runs: { words: [String(INPUT)], without: ['orders'], shows: '/v1/agent-runs' },
  tasks: { words: ['zqtitle0', 'zqnotes0'], without: ['orders'], shows: '/v1/tasks' },
  ai_model_calls: {
    words: ['zqprompt0', 'zqanswer'],
    without: ['orders'],
    shows: '/v1/ai/model-calls',
  },
  outbox: { words: ['zqevent0'], without: ['orders'], shows: '/v1/events?type=custom.emitted' },
  kept_answers: {
    words: ['zqdocument'],
    without: ['knowledge'],
    before: (reader) => askedAndMoved(reader),
    shows: '/v1/ai/answers',
  },
  webhook_attempts: {
    words: ['zqechoed'],
    without: ['events'],
    shows: '/v1/deliveries/{delivery}',
  },
  therapist_matches: {
    words: ['zqtherapist'],
    without: ['availability'],
    shows: '/v1/therapist-matches',
  },
}

/** Every word that is written, without the number behind it. Random ids can contain `zq` alone. */
const WRITTEN = new RegExp(
  Object.values(CASES)
    .flatMap(({ words }) => words)
    .map((word) => word.replace(/^(zq.*?)\d+$/, '$1'))
    .join('|'),
)

type Reader = Awaited<ReturnType<typeof joinAs>>

const stack = new AsyncDisposableStack()
let api: TestApi
let models: ModelServer
let catcher: MailCatcher
let world: World
let assistant: OpenAssistant
let owner: Browser
/** The created records, by the kind in their id prefix. */
const ids = new Map<string, string>()
beforeAll(async () => {
  models = stack.use(await startModelServer())
  catcher = stack.use(await startMailCatcher())
  api = stack.use(await startApi({ modelHosts: [models.host] }))
  world = createWorld(api, await api.createTenant())
  owner = await joinAs(api, world.client, { roles: ['OWNER'] })
  await connectModel(world.client, models, { keepTextsDays: 30 })
  models.reply(() => ({ text: 'zqanswer' }))
  await plant()
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await stack.disposeAsync()
})

const plant = async () => {
  const inputs = [{ name: 'days', type: 'INTEGER' }]
  const agent = await publishedAgent(world, NODES, { inputs })
  const starter = await joinAs(api, world.client, { roles: ['OWNER'] })
  const { body: run } = await starter.post<{ id: string }>(`/v1/agents/${agent.id}/runs`, {
    input: { days: INPUT },
  })
  expect(await carryOut(api, world, run)).toBe('WAITS')
  assistant = await openAssistant(api, world.client, {
    keepAnswersDays: 30,
    roles: ['OWNER', 'MARKETPLACE_MANAGER'],
  })
  await assistant.upload({
    name: 'fees.txt',
    contents: 'A cancelled session costs 25 euros at zqdocument.',
  })
  const { id: answer } = await assistant.ask(QUESTION)
  const delivery = await world.delivery()
  await api.query(
    `INSERT INTO webhook_attempts (tenant_id, id, delivery_id, endpoint_id, number, started_at, duration_ms, outcome, status_code, response_body)
     SELECT tenant_id, $2, id, endpoint_id, 99, created_at, 1, 'SUCCEEDED', 200, 'zqechoed' FROM webhook_deliveries
     WHERE id = $1`,
    [delivery.id, newId('attempt')],
  )
  ids.set('agentReplay', await plantReplay())
  ids.set('therapistMatch', (await world.therapistMatch()).id)
  await api.query(
    `UPDATE therapist_matches SET matches = jsonb_set(matches, '{0,reasons,0,text}', '"zqtherapist"')`,
    [],
  )
  const rows = await Promise.all(
    [
      ['agentRun', 'agent_runs'],
      ['agentRunStep', 'agent_run_steps'],
      ['task', 'tasks'],
      ['modelCall', 'ai_model_calls'],
    ].map(async ([kind, table]) => {
      const [row] = await api.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
        [world.client.tenantId],
      )
      return [kind!, row!.id] as const
    }),
  )
  for (const [kind, id] of rows) ids.set(kind, id)
  ids.set('agent', agent.id)
  ids.set('keptAnswer', answer!)
  ids.set('delivery', delivery.id)
}

/** A replay of a definition that reads orders, with a word in its message. */
const plantReplay = async (): Promise<string> => {
  const trigger = { type: 'EVENT', eventType: 'child.registered' }
  const look = { ...NODES[0], parameters: {}, next: null }
  const definition = { trigger, start: 'look', nodes: [look] }
  const { id: agentId } = await world.make('/v1/agents', { name: 'Replayed', definition })
  await world.child()
  const { id } = await startReplay(world, agentId)
  await carryOutReplay(api, world, id)
  await api.query(
    `UPDATE agent_replay_results SET replayed = jsonb_set(replayed, '{message}', '"zqreplayed"') WHERE replay_id = $1`,
    [id],
  )
  return id
}

const READERS = new Map<string, ReturnType<typeof newReader>>()

/** A user with a custom role that has every permission except those of some resources. */
const readerWithout = (resources: readonly string[]): ReturnType<typeof newReader> => {
  const reader = READERS.get(resources.join()) ?? newReader(resources)
  READERS.set(resources.join(), reader)
  return reader
}

const newReader = async (
  resources: readonly string[],
): Promise<Awaited<ReturnType<typeof joinAs>>> => {
  const permissions = PERMISSIONS_OF_PEOPLE.filter(
    (permission) => !resources.includes(resourceOf(permission)),
  )
  const { status, text, body } = await owner.post<{ id: string }>('/v1/roles', {
    name: `Without ${resources.join()}`,
    sight: 'CENTRE',
    permissions,
  })
  expect(status, text).toBe(201)
  return joinAs(api, world.client, { roles: [body.id] })
}

const QUESTION = 'What does a cancelled session cost?'

/** A person who asked an assistant through a role they no longer have. */
const askedAndMoved = async ({ post, user }: Reader): Promise<void> => {
  const become = async (roles: string[]) => {
    const { status, text } = await owner.patch(`/v1/users/${user.id}`, { roles })
    expect(status, text).toBe(200)
  }
  await become(['MARKETPLACE_MANAGER'])
  const asked = await post(`${PATH}/query`, {
    assistantId: assistant.assistantId,
    question: QUESTION,
  })
  expect(asked.text).toContain('zqdocument')
  await become(user.roles)
}

/** Every GET that needs only the created records: lists, and reads by id. */
const pathsOf = ({ method, path, params, produces }: Operation): string[] => {
  if (method !== 'get' || produces) return []
  if (!params) return [path]
  const shape = (params as z.ZodObject).shape
  const filled = Object.entries(shape).reduce<string | undefined>((filled, [name, schema]) => {
    const kind = namedBy(schema)
    const id = kind && (ids.get(kind) ?? [...ids.values()].find(() => kind === 'any'))
    return filled && id && filled.replace(`{${name}}`, id)
  }, path)
  return filled ? [filled] : []
}

const readAll = async (reader: Browser) => {
  const found: { path: string; status: number; text: string }[] = []
  for (const path of operations.flatMap(pathsOf)) {
    const { status, text } = await reader.get(path)
    found.push({ path, status, text })
  }
  return found
}

describe('derived data', () => {
  const LACKING = [...new Set(Object.values(CASES).map(({ without }) => without.join()))]

  test('has a case here for every table derived from other records', () => {
    const more = Object.entries(DERIVED).flatMap(([table, { takes }]) =>
      takes === 'BY_ROW' || takes.length > 0 ? [table] : [],
    )
    expect(Object.keys(CASES).toSorted()).toEqual(more.toSorted())
  })

  test('is shown to callers who may read its sources', async () => {
    const all = JSON.stringify(await readAll(owner))
    for (const { words } of Object.values(CASES))
      for (const word of words) expect(all).toContain(word)
  })

  test.each(LACKING)('is hidden by every operation from callers without %s', async (without) => {
    const reader = await readerWithout(without.split(','))
    for (const it of Object.values(CASES))
      if (it.without.join() === without) await it.before?.(reader)
    const answers = await readAll(reader)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(100)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    for (const [table, { words, without: lacking, shows }] of Object.entries(CASES)) {
      if (lacking.join() !== without) continue
      for (const word of words)
        expect(
          answers.filter(({ text }) => text.includes(word)).map(({ path }) => [table, path]),
        ).toEqual([])
      await expectWithheld(reader, shows)
    }
  })

  /**
   * A list still shows its records and reports missing permissions; an operation that needs several permissions
   * is refused.
   */
  const expectWithheld = async (reader: Browser, shows: string) => {
    const path = shows
      .replace('{delivery}', `${ids.get('delivery')}/attempts`)
      .replace('{agentReplay}', ids.get('agentReplay')!)
    const { status, body } = await reader.get<{ data: { withheld: string[] }[] }>(path)
    if (status === 403) return expect(path).toBe('/v1/therapist-matches')
    expect([path, status]).toEqual([path, 200])
    expect(body.data.some(({ withheld }) => withheld.length > 0)).toBe(true)
  }

  test('is left out of e-mails and responses for people without the permission', async () => {
    const reader = await readerWithout(['orders'])
    const task = ids.get('task')!
    const { rows } = { rows: await taskIds() }
    for (const id of rows) {
      const said = await reader.post(`/v1/tasks/${id}/comments`, { text: 'Which?' })
      expect(said.status).toBe(200)
      expect(said.text).not.toMatch(WRITTEN)
      const given = await reader.patch(`/v1/tasks/${id}`, {
        assigneeId: reader.user.id,
        role: null,
      })
      expect(given.status).toBe(200)
      expect(given.text).not.toMatch(WRITTEN)
    }
    expect(rows).toContain(task)
    await sendMails()
    expect(catcher.mails.length).toBeGreaterThan(0)
    expect(JSON.stringify(catcher.mails)).not.toMatch(WRITTEN)
  })

  const taskIds = async () =>
    (
      await api.query<{ id: string }>('SELECT id FROM tasks WHERE tenant_id = $1', [
        world.client.tenantId,
      ])
    ).map(({ id }) => id)

  const sendMails = async () => {
    const mailer = createSmtpMailer({
      url: catcher.smtpUrl,
      from: 'care@example.org',
      requireTls: false,
    })
    const mail = { mailer, publicUrl: 'https://care.test' }
    const deps = { platform: api.services.platform, mail } as Parameters<
      typeof messageActivities
    >[0]
    const { tenantId } = world.client
    const { sendMessage, tellPeople } = messageActivities(deps)
    await new MockActivityEnvironment().run(() => tellPeople({ tenantId, subjectId: tenantId }))
    const queued = await api.query<{ id: string }>(
      `SELECT id FROM messages WHERE tenant_id = $1 AND template IN ('task.assigned', 'worklist.waiting')`,
      [tenantId],
    )
    for (const { id: subjectId } of queued)
      await new MockActivityEnvironment().run(() => sendMessage({ tenantId, subjectId }))
    await mailer[Symbol.asyncDispose]()
  }

  test('stays hidden in a run that another caller retries', async () => {
    const [run] = await api.query<{ id: string }>(
      'SELECT id FROM agent_runs WHERE tenant_id = $1',
      [world.client.tenantId],
    )
    await owner.post(`/v1/agent-runs/${run!.id}/cancel`)
    const reader = await readerWithout(['orders'])
    const { status, body } = await reader.post<{ code: string }>(
      `/v1/agent-runs/${run!.id}/retry`,
      { node: 'look' },
    )
    expect([status, body.code]).toEqual([403, 'insufficient_role'])
  })
})
