import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { respond, startReceiver } from '../support/receivers.ts'
import { createWorkerMetrics } from '../../worker/metrics.ts'
import { TASK_QUEUE } from '../../workflows/task-queues.ts'
import { eventually, openTestPlatform } from '../workflows/support.ts'
import { startProcesses, type Processes } from './platform.ts'
import { selectorsOf } from './promql.ts'

const MARKER = 'Qxvmarker'

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string; runbook: string }
}
interface Panel {
  title: string
  targets?: { expr: string }[]
}

const read = (path: string) => readFile(new URL(`../../docs/${path}`, import.meta.url), 'utf8')

const { groups } = parse(await read('monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(await read('monitoring/dashboard.json')) as { panels: Panel[] }
const page = await read('monitoring.md')

/** Labels added by the scraper. */
const OF_PROMETHEUS = new Map([['up', new Set(['job', 'instance'])]])
const TARGET_LABELS = ['job', 'instance']

const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [`alert ${alert}`, expr]),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [`panel ${title}`, expr]),
  ),
]

/** Sample names with their label names, from a scrape in Prometheus' text format. */
const samplesOf = (scrape: string): Map<string, Set<string>> => {
  const samples = new Map<string, Set<string>>()
  for (const line of scrape.split('\n')) {
    const declared = /^# TYPE (\w+)/.exec(line)?.[1]
    if (declared) samples.set(declared, samples.get(declared) ?? new Set())
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    if (!name) continue
    const known = samples.get(name) ?? new Set()
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!)
    samples.set(name, known)
  }
  return samples
}

/** For a workflow that the worker has no code for, as after a faulty deployment. */
const failWorkflowTasks = async ({ temporal, metrics }: Processes) => {
  const workflowId = 'lost'
  const run = await temporal.workflow.start('lostWorkflow', { workflowId, taskQueue: TASK_QUEUE })
  await eventually(async () => (await metrics('worker')).includes(`${FAILED_TASKS}{`))
  await run.terminate()
}

const FAILED_TASKS = 'temporal_workflow_task_execution_failed_total'

describe('metrics of running processes', () => {
  const stack = new AsyncDisposableStack()
  let processes: Processes
  let samples: Map<string, Set<string>>
  let scrapes: string[]

  beforeAll(async () => {
    processes = stack.use(await startProcesses({ LOG_LEVEL: 'debug' }))
    const receiver = stack.use(await startReceiver(respond(500, { body: MARKER })))
    const healthy = stack.use(await startReceiver(respond(200, { body: MARKER })))
    const { call, centre } = processes
    for (const { url } of [receiver, healthy]) {
      await call('POST', '/v1/webhook-endpoints', { url: `${url}/${MARKER}`, eventTypes: ['*'] })
    }
    const { childId, providerId } = centre
    const startsAt = new Date(Date.now() + 5 * 86_400_000).toISOString()
    const booking = { childId, providerId, type: 'THERAPY_SESSION', startsAt }
    expect((await call('POST', '/v1/appointments', booking)).status).toBe(201)
    expect((await call('POST', '/v1/appointments', booking)).status).toBe(409)
    await call('POST', '/v1/children', { firstName: MARKER, lastName: MARKER, birthDate: MARKER })
    await call('POST', '/v1/children', `{"firstName": ${MARKER}`)
    await call('POST', '/v1/clients', { name: MARKER, email: `${MARKER}@example.org` })
    await call('GET', `/v1/clients?email=${MARKER}`)
    await call('GET', `/v1/${MARKER}`)
    await eventually(async () => healthy.requests.length > 0 && receiver.requests.length > 0)
    await failWorkflowTasks(processes)
    await eventually(async () => /activity":"deliverDue/.test(processes.log('worker')))
    scrapes = await Promise.all([processes.metrics('api'), processes.metrics('worker')])
    samples = new Map(scrapes.flatMap((scrape) => [...samplesOf(scrape)]))
  })
  afterAll(() => stack.disposeAsync())

  test.each(expressions)('%s reads only exported metrics', (_, expression) => {
    const { selectors, grouping } = selectorsOf(expression)
    expect(selectors.length).toBeGreaterThan(0)
    const exported = selectors.map(({ metric, labels }) => {
      const known = samples.get(metric) ?? OF_PROMETHEUS.get(metric)
      expect(known && metric, `${metric} is exported`).toBe(metric)
      expect([...known!, ...TARGET_LABELS]).toEqual(expect.arrayContaining(labels))
      return [...known!]
    })
    expect([...exported.flat(), ...TARGET_LABELS]).toEqual(expect.arrayContaining(grouping))
  })

  test('count what happened', () => {
    const values = new Map(
      scrapes
        .join('\n')
        .split('\n')
        .map((line): [string, number] => {
          const end = line.lastIndexOf(' ')
          return [line.slice(0, end), Number(line.slice(end))]
        }),
    )
    const seen = (name: string) => values.get(name)
    const requests = 'therapy_http_request_duration_seconds_count'
    expect(seen(`${requests}{operation="createAppointment",status_class="2xx"}`)).toBe(1)
    expect(seen(`${requests}{operation="createAppointment",status_class="4xx"}`)).toBe(1)
    expect(seen('therapy_http_refusals_total{code="slot_taken"}')).toBe(1)
    expect(seen('therapy_http_refusals_total{code="malformed_json"}')).toBe(1)
    expect(seen('therapy_http_requests_in_flight')).toBe(0)
    expect(seen('therapy_database_up')).toBe(1)
    expect(seen('therapy_database_connections{role="app",state="waiting"}')).toBe(0)
    const attempts = 'therapy_webhook_attempt_duration_seconds_count'
    expect(seen(`${attempts}{outcome="FAILED",reason="http_status"}`)).toBeGreaterThan(0)
    const finished = 'therapy_webhook_deliveries_finished_total'
    expect(seen(`${finished}{status="SUCCEEDED",reason="none"}`)).toBeGreaterThan(0)
    expect(seen('therapy_webhook_pending_deliveries')).toBeGreaterThan(0)
    expect(seen('therapy_webhook_open_breakers')).toBe(0)
    expect(seen('therapy_webhook_breaker_changes_total{to="open"}')).toBe(0)
    expect(seen('therapy_relay_leading')).toBe(1)
    const ofLost = scrapes.join('\n').match(new RegExp(`^${FAILED_TASKS}{.*`, 'gm'))
    expect(ofLost).toEqual([expect.stringContaining('workflow_type="lostWorkflow"')])
  })

  test('have no label that grows with the customers', () => {
    const { centre } = processes
    const text = scrapes.join('\n')
    const found = [centre.tenantId, centre.childId, MARKER].filter((it) => text.includes(it))
    expect(found).toEqual([])
    expect(text.match(/="(?:ten|key|apt|evt|whe|dlv|chd)_\w+/g)).toBeNull()
  })

  test('logs identify every call by ids, without personal data or secrets', () => {
    const { log, centre, token, clientSecret } = processes
    const lines = log('api')
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.find(({ operation }) => operation === 'createAppointment')).toMatchObject({
      level: 'info',
      requestId: expect.stringMatching(/^req_/) as string,
      tenantId: centre.tenantId,
      status: 201,
      ms: expect.any(Number) as number,
    })
    expect(lines.filter(({ operation }) => operation === 'createAppointment')).toHaveLength(2)
    expect(lines.filter(({ operation }) => operation === 'unknownRoute')).toHaveLength(1)
    expect(lines.find(({ operation }) => operation === 'probe')).toMatchObject({ level: 'debug' })
    expect(log('worker')).toMatch(
      /"activity":"deliverDue","workflowId":"courier\/[^"]+","runId":"[^"]+","tenantId":"ten_/,
    )
    const said = log('api') + log('worker')
    const secrets = [MARKER, 'Marker-Surname', token, clientSecret, 'whsec_']
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([])
  })
})

test('other requests are answered while the database is unavailable', async () => {
  const nobody = 'postgresql://nobody:x@127.0.0.1:1/nothing'
  await using platform = openTestPlatform({ ownerUrl: nobody, appUrl: nobody, systemUrl: nobody })
  const { registry } = createWorkerMetrics(platform)
  const scrape = await registry.metrics()
  expect(scrape).toMatch(/^therapy_database_up 0$/m)
  expect(scrape).not.toMatch(/^therapy_(outbox|webhook_pending|webhook_oldest)\w* /m)
  expect(scrape).toMatch(/^process_resident_memory_bytes \d/m)
})

describe('docs/monitoring.md', () => {
  const anchors = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

  test.each(rules)('explains how to handle $alert', ({ alert, annotations }) => {
    expect(page).toContain(`\`${alert}\``)
    expect(anchors).toContain(annotations.runbook.split('#')[1])
  })
})
