import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { AuditJournal } from '#platform/audit/audit-journal.ts'
import { openServicePlatform } from '#registry/open-service-platform.ts'
import { createIdentity } from '#platform/identity/create-identity.ts'
import { createOutboxWaker } from '#platform/outbox/outbox-waker.ts'
import { outliveReader } from '../providers/log/broken-pipe.ts'
import { createLogger } from '../providers/log/logger.ts'
import { serveMetrics } from '../providers/metrics/serve-metrics.ts'
import { createTwilio } from '../providers/texting/index.ts'
import { startTracing } from '../providers/telemetry/index.ts'
import { startWatchdog } from '../providers/watchdog/watchdog.ts'
import { createApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { UploadBudget } from './endpoints/upload-budget.ts'
import { createSuspectQueue } from './http/count.ts'
import { RateLimiter } from './http/rate-limit.ts'
import { HTTP_OPTIONS, serveHttp } from './http/serve-http.ts'
import { createMetrics } from './metrics.ts'
import type { Services } from './services.ts'
import { Shortages } from './shortages.ts'
import { createTemporalStatus } from './temporal-status.ts'

/** How long current requests may take after SIGTERM. */
const DRAIN_MS = 10_000
const IDLE_SWEEP_MS = 50

const start = async (config: Config) => {
  const log = createLogger({ process: 'api', level: config.logLevel })
  const stack = new AsyncDisposableStack()
  const tracing = await startTracing('therapy-care-api', config.tracing, log)
  if (tracing) stack.use(tracing)
  const platform = stack.use(
    openServicePlatform(config, { log, publicUrl: config.publicUrl, worksOnBatches: false }),
  )
  const temporal = stack.use(createTemporalStatus())
  const metrics = createMetrics(platform)
  const waker = createOutboxWaker(platform)
  const { redisUrl } = config
  const redis = redisUrl
    ? stack.use(await import('./redis.ts').then(({ openRedis }) => openRedis(redisUrl, log)))
    : undefined

  let stopping = false
  const server = createServer(HTTP_OPTIONS)
  const port = await listen(server, config.listen)
  const publicUrl = config.publicUrl ?? `http://${config.listen.host}:${port}`
  const services: Services = {
    platform,
    identity: createIdentity(platform, { issuer: publicUrl }),
    journal: new AuditJournal(platform, metrics.journalCommitted),
    rateLimiter: new RateLimiter(
      { database: platform.database.system, redis: redis?.client },
      platform.clock,
    ),
    tenantRateLimitPerMinute: config.tenantRateLimitPerMinute,
    suspects: createSuspectQueue(),
    uploads: new UploadBudget(),
    metrics,
    shortages: new Shortages(platform.clock, metrics.shortages),
    log,
    wakeRelay: () => waker.wake(),
    temporalStatus: temporal.status,
    redisStatus: redis?.status,
    stopping: () => stopping,
    trustedProxyRanges: config.trustedProxyRanges,
    publicUrl,
    texting: config.textingUrl === undefined ? undefined : createTwilio({ url: config.textingUrl }),
    mailEventsSecret: config.mailEventsSecret,
    operatorUiOrigin: config.operatorUiOrigin,
  }
  server.on('request', (_, outgoing) => {
    // The next request of the connection goes to another process.
    if (stopping) outgoing.shouldKeepAlive = false
  })
  serveHttp(server, createApp(services).fetch, services)
  if (config.metricsPort !== undefined) {
    const { host } = config.listen
    stack.use(await serveMetrics(metrics.registry, { host, port: config.metricsPort }))
  }

  stack.use(startWatchdog({ process: 'api' }))
  const stop = async () => {
    stopping = true
    log.info('stopping: /readyz reports it')
    await sleep(config.stopDelayMs)
    log.info('stopping: no new requests')
    const drained = once(server, 'close')
    server.close()
    // Connections that are kept alive become idle one by one, after their last requests.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await drained
    clearInterval(idle)
    clearTimeout(deadline)
    await stack.disposeAsync()
    log.info('stopped')
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
  process.stdout.write(`${JSON.stringify({ ready: true, port, publicUrl })}\n`)
}

const listen = async (
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<number> => {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

outliveReader()
try {
  await start(readConfig(process.env))
} catch (error) {
  process.stderr.write(`api: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
