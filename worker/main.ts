import { openServicePlatform } from '#registry/open-service-platform.ts'
import { signingKeyObject } from '#platform/identity/signing-keys.ts'
import { zonesAreCompared } from '#platform/core/time/zones-are-compared.ts'
import { CHANNELS } from '#platform/outbox/channels.ts'
import { DeliveryScheduler } from '#webhooks/deliveries/delivery-scheduler.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { outliveReader } from '../providers/log/broken-pipe.ts'
import { createLogger, type Logger } from '../providers/log/logger.ts'
import { createSmtpMailer } from '../providers/mail/index.ts'
import { createGateway } from '../providers/payments/create-gateway.ts'
import { createTwilio } from '../providers/texting/index.ts'
import { startTracing, temporalTracing } from '../providers/telemetry/index.ts'
import { createTemporalClient } from '../providers/temporal/index.ts'
import { startWatchdog } from '../providers/watchdog/watchdog.ts'
import { createTransport } from '../providers/webhooks/attempt.ts'
import { listenForNotifications } from '../relay/notifications.ts'
import { startRelay } from '../relay/relay.ts'
import { readConfig, type WorkerConfig } from './config.ts'
import { observeMaintenance } from './maintenance.ts'
import { serveMetrics } from '../providers/metrics/serve-metrics.ts'
import { createWorkerMetrics } from './metrics.ts'
import { observeRelay } from './observe-relay.ts'
import { startSchedules } from './schedules.ts'
import { installTemporalRuntime } from './temporal-runtime.ts'
import { runWorkers } from './workers.ts'

/** Maximum time from SIGTERM to the end of the process. */
const LONGEST_STOP_MS = 30_000

const run = async (config: WorkerConfig): Promise<void> => {
  const log = createLogger({ process: 'worker', level: config.logLevel })
  const runtime = await installTemporalRuntime(log, { measured: config.metrics !== undefined })
  const stop = stopSignal()
  await using stack = new AsyncDisposableStack()
  stack.use(startWatchdog({ process: 'worker' }))
  const tracing = await startTracing('therapy-care-worker', config.tracing, log)
  if (tracing) stack.use(tracing)
  const traced = await temporalTracing(tracing)

  const { systemUrl } = config.database
  const platform = stack.use(
    openServicePlatform(config, { log, publicUrl: config.publicUrl, worksOnBatches: true }),
  )
  const metrics = createWorkerMetrics(platform)
  if (config.metrics) {
    const options = { ...config.metrics, ...(runtime.metrics && { alsoAnswer: runtime.metrics }) }
    stack.use(await serveMetrics(metrics.registry, options))
  }

  const userAgent = `TherapyCare-Webhooks/1 (+${config.publicUrl})`
  const deliveries = new DeliveryScheduler({
    platform,
    transport: createTransport({
      policy: platform.webhookAddresses,
      clock: platform.clock,
      userAgent,
    }),
    signingKey: () => signingKeyObject(platform, 'webhook'),
    random: Math.random,
    onAttempt: metrics.attempt,
    onBreaker: metrics.breaker,
    sendTraceparent: config.webhookTraceparent,
  })
  metrics.watchDeliveries(deliveries)
  stack.use(
    listenForNotifications({
      url: systemUrl,
      channels: { [CHANNELS.deliveries]: (ids) => deliveries.announce(ids) },
    }),
  )

  const { keys } = platform.cipher
  const { client } = stack.use(
    createTemporalClient({ ...config.temporal, keys, interceptors: traced?.client }),
  )
  const observer = observeRelay(log, metrics.relay, stop)
  stack.use(startRelay({ platform, systemUrl, client, observer }))
  stack.use(
    startSchedules({
      client,
      onError: (error) => log.warn({ err: error }, 'schedules are not set up; trying again'),
    }),
  )

  const mailer = config.mail && stack.use(createSmtpMailer(config.mail))
  if (!mailer) log.warn('SMTP_URL is not set: messages to people will fail')
  const maintenance = observeMaintenance(log, metrics.registry)
  const working = runWorkers({
    temporal: config.temporal,
    deps: {
      platform,
      deliveries,
      gateway: createGateway(config.paymentGateway),
      stripeUrl: config.stripeUrl,
      mail: mailer && { mailer, publicUrl: config.publicUrl },
      texting: textingOf(config),
      maintenance,
      agentRun: metrics.agentRun,
      retentionDays: config.retentionDays,
    },
    keys,
    observer: { log, activity: metrics.activity },
    tracing: traced,
    sizes: config.sizes,
    deployment: config.deployment,
    signal: stop,
    onPolling: sayReady,
  })
  await Promise.all([working, warnOfChangedZones(platform, log)])
  log.info('stopping')
}

const textingOf = ({ textingUrl: url, publicUrl }: WorkerConfig) =>
  url === undefined ? undefined : { gateway: createTwilio({ url }), publicUrl }

/** PostgreSQL compares for some tenths of a second, while the workers start. */
const warnOfChangedZones = async ({ database }: OpenPlatform, log: Logger): Promise<void> => {
  if (!(await zonesAreCompared(database.system)))
    log.warn('time zone data have changed: run `therapy migrate`, or local times may be wrong')
}

/** Aborts on SIGTERM or SIGINT. Ends the process if stopping takes too long. */
const stopSignal = (): AbortSignal => {
  const stop = new AbortController()
  const begin = () => {
    stop.abort()
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
  }
  process.once('SIGTERM', begin)
  process.once('SIGINT', begin)
  return stop.signal
}

let said = false
const sayReady = () => {
  if (!said) process.stdout.write('{"ready":true}\n')
  said = true
}

outliveReader()
try {
  await run(readConfig(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
