import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { respond, startReceiver, type Receiver } from '../support/receivers.ts'
import { eventually } from '../workflows/support.ts'
import { startCollector, type CollectedSpan, type Collector } from './collector.ts'
import { startProcesses, type Processes } from './platform.ts'

const MARKER = 'Qxvmarker'

describe('a traced booking', () => {
  const stack = new AsyncDisposableStack()
  let collector: Collector
  let processes: Processes
  let receiver: Receiver

  beforeAll(async () => {
    collector = stack.use(await startCollector())
    receiver = stack.use(await startReceiver(respond(200, { body: MARKER })))
    processes = stack.use(
      await startProcesses({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_BSP_SCHEDULE_DELAY: '200',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        WEBHOOK_TRACEPARENT: 'true',
      }),
    )
  })
  afterAll(() => stack.disposeAsync())

  const book = async (hour: number) => {
    const { centre, call } = processes
    const startsAt = new Date(Date.now() + 5 * 86_400_000 + hour * 3_600_000).toISOString()
    const { childId, providerId } = centre
    const body = { childId, providerId, type: 'THERAPY_SESSION', startsAt }
    const { status, headers } = await call('POST', '/v1/appointments', body)
    expect(status).toBe(201)
    return headers.get('x-request-id')
  }

  const spanOf = (requestId: string | null) =>
    eventually(
      async () => collector.spans.find((it) => it.attributes['therapy.request_id'] === requestId),
      { what: `the span of request ${requestId}` },
    )

  /** The names of a span and its ancestors, up to the root of the trace. */
  const lineage = (span: CollectedSpan): string[] => {
    const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId)
    if (span.parentSpanId && !parent) return ['(parent not received)', span.name]
    return [...(parent ? lineage(parent) : []), span.name]
  }

  test('is one trace: HTTP → outbox → workflow → activity → webhook', async () => {
    const { call } = processes
    const hooks = { url: `${receiver.url}/${MARKER}`, eventTypes: ['booking.created'] }
    expect((await call('POST', '/v1/webhook-endpoints', hooks)).status).toBe(201)
    const root = await spanOf(await book(0))
    expect(root).toMatchObject({ name: 'POST createAppointment', service: 'therapy-care-api' })
    expect(root.parentSpanId).toBeUndefined()

    const inTrace = () => collector.spans.filter(({ traceId }) => traceId === root.traceId)
    const webhook = await eventually(async () =>
      inTrace().find(({ name }) => name === 'POST webhook'),
    )
    // A lease's span ends with the lease.
    await eventually(async () => inTrace().some(({ name }) => name === 'RunActivity:deliverDue'))
    await eventually(async () =>
      inTrace().some(({ name }) => name === 'RunWorkflow:webhookCourier'),
    )
    expect(lineage(webhook)).toEqual([
      'POST createAppointment',
      'outbox webhookCourier',
      'SignalWithStartWorkflow:webhookCourier',
      'RunWorkflow:webhookCourier',
      'StartActivity:deliverDue',
      'RunActivity:deliverDue',
      'POST webhook',
    ])
    expect(webhook).toMatchObject({
      service: 'therapy-care-worker',
      attributes: { 'therapy.outcome': 'SUCCEEDED', 'therapy.event_type': 'booking.created' },
    })
    // The appointment's workflow runs when its first step is due.
    const started = await eventually(async () =>
      inTrace().find(({ name }) => name === 'StartWorkflow:appointmentLifecycle'),
    )
    expect(lineage(started).slice(0, 2)).toEqual([
      'POST createAppointment',
      'outbox appointmentLifecycle',
    ])
    const [request] = receiver.requests
    expect(request!.headers['traceparent']).toBe(`00-${root.traceId}-${webhook.spanId}-01`)
  })

  test('a second booking is a separate trace, even if one lease delivers both', async () => {
    const before = receiver.requests.length
    const roots = await Promise.all([book(2), book(4)].map(async (id) => spanOf(await id)))
    await eventually(async () => receiver.requests.length >= before + 2)
    const webhooks = await eventually(async () => {
      const sent = roots.map(({ traceId }) =>
        collector.spans.find((it) => it.traceId === traceId && it.name === 'POST webhook'),
      )
      return sent.every((it) => it && lineage(it)[0] === 'POST createAppointment') && sent
    })
    // One woke the courier and has the lease as an ancestor; the other is linked to that lease.
    const links = webhooks.flatMap((it) => it?.links ?? [])
    expect(links).toHaveLength(1)
    expect(roots.map(({ traceId }) => traceId)).toContain(links[0]!.traceId)
    expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(2)
  })

  test('no span contains personal data', async () => {
    const { call } = processes
    const child = { firstName: MARKER, lastName: `${MARKER}-Surname`, birthDate: '2021-04-30' }
    const made = await call<{ id: string }>('POST', '/v1/children', child)
    expect(made.status).toBe(201)
    await call('POST', '/v1/children', { ...child, birthDate: MARKER })
    await call('GET', `/v1/children?lastName=${MARKER}`)
    await call('GET', `/v1/${MARKER}`)
    const last = await call('GET', `/v1/children/${made.body.id}`)
    await spanOf(last.headers.get('x-request-id'))
    expect(collector.bodies.length).toBeGreaterThan(0)
    for (const body of collector.bodies) expect(body).not.toContain(MARKER)
    for (const body of collector.bodies) expect(body).not.toContain('Marker-Surname')
  })
})

test('the OpenTelemetry SDK is not loaded while tracing is off', () => {
  const script = `
    import { createRequire } from 'node:module'
    const { startTracing, temporalTracing, inSpan } = await import('./providers/telemetry/index.ts')
    await import('./api/app.ts')
    await import('./worker/workers.ts')
    await import('./worker/temporal-runtime.ts')
    await temporalTracing(await startTracing('test', undefined, undefined))
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    const of = (name) => loaded.filter((file) => file.includes('node_modules/' + name)).length
    console.log(JSON.stringify({
      span: await inSpan('x', { kind: 0 }, async (span) => span === undefined),
      worker: of('@temporalio/worker') > 0,
      sdk: of('@opentelemetry/') - of('@opentelemetry/api/'),
      interceptors: of('@temporalio/interceptors'),
    }))`
  const cwd = new URL('../..', import.meta.url)
  const args = ['--input-type=module', '--eval', script]
  const output = execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual({ span: true, worker: true, sdk: 0, interceptors: 0 })
})
