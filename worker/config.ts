import { loadClientConnectConfig } from '@temporalio/envconfig'
import type { z } from 'zod'
import { isLoopback, readEnvironment } from '#platform/core/context/environment.ts'
import { variablesOf } from '#registry/environment/variables.ts'
import { platformConfig } from '#registry/open-service-platform.ts'
import type { SmtpOptions } from '../providers/mail/index.ts'
import { tracingConfig } from '../providers/telemetry/index.ts'
import type { TemporalConfig } from '../providers/temporal/index.ts'

/**
 * Environment variables of the worker process, read once at the start. Those of Temporal (TEMPORAL_ADDRESS,
 * TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS…, TEMPORAL_PROFILE, TEMPORAL_CONFIG_FILE) are read by
 * @temporalio/envconfig: https://docs.temporal.io/develop/environment-configuration
 */
const WorkerEnvironment = variablesOf('worker')

export const readConfig = (environment: NodeJS.ProcessEnv) => {
  const env = readEnvironment(WorkerEnvironment, environment)
  return {
    ...platformConfig(env),
    temporal: temporalConfig(),
    stripeUrl: env.STRIPE_API_URL,
    publicUrl: env.PUBLIC_URL,
    /** Undefined if no e-mail can be sent. */
    mail: mailOf(env),
    metrics:
      env.METRICS_PORT === undefined ? undefined : { host: env.HOST, port: env.METRICS_PORT },
    logLevel: env.LOG_LEVEL,
    tracing: tracingConfig(env),
    webhookTraceparent: env.WEBHOOK_TRACEPARENT,
    retentionDays: env.RETENTION_DAYS,
    sizes: env.WORKER_SIZES,
    deployment:
      env.WORKER_DEPLOYMENT === undefined
        ? undefined
        : { name: env.WORKER_DEPLOYMENT, buildId: env.WORKER_BUILD_ID },
  }
}

export type WorkerConfig = ReturnType<typeof readConfig>

const temporalConfig = (): TemporalConfig => {
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig()
  return { connection: connectionOptions, namespace }
}

/**
 * Messages contain names of families, so they leave this machine only encrypted, unless an operator allows
 * otherwise.
 */
const mailOf = ({
  SMTP_URL: url,
  SMTP_REQUIRE_TLS,
  MAIL_FROM: from,
}: z.output<typeof WorkerEnvironment>): SmtpOptions | undefined => {
  if (url === undefined) return undefined
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  return { url, from, requireTls: SMTP_REQUIRE_TLS ?? !isLoopback(host) }
}
