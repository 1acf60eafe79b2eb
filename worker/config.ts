import { loadClientConnectConfig } from '@temporalio/envconfig'
import { z } from 'zod'
import {
  assertRealServices,
  isLoopback,
  poolSize,
  PROCESS_VARIABLES,
  readEnvironment,
  STAND_IN_VARIABLES,
} from '#platform/core/environment.ts'
import type { RetentionDays } from '#platform/maintenance/retention.ts'
import { retentionDays } from '#platform/maintenance/retention-days.ts'
import type { SmtpOptions } from '../providers/mail/index.ts'
import type { GatewayName } from '../providers/payments/gateway.ts'
import { STRIPE_API_URL } from '../providers/payments/stripe.ts'
import {
  TRACING_VARIABLES,
  tracingConfig,
  type TracingConfig,
} from '../providers/telemetry/index.ts'
import type { TemporalConfig } from '../providers/temporal/index.ts'
import { workerSizes, type WorkerSizes } from './sizes.ts'

/**
 * Environment variables of the worker process. Read once, at the start. Those of Temporal
 * (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS…, TEMPORAL_PROFILE,
 * TEMPORAL_CONFIG_FILE) are read by @temporalio/envconfig:
 * https://docs.temporal.io/develop/environment-configuration
 */
export const WorkerEnvironment = z.object({
  ...PROCESS_VARIABLES,
  ...TRACING_VARIABLES,
  ...STAND_IN_VARIABLES,
  DATABASE_POOL_SIZE: poolSize(10),
  PUBLIC_URL: z.url().default('https://therapy-care.invalid').meta({
    description: 'Address of the API: of links in messages, and in the User-Agent of webhooks.',
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({ description: 'Mail server: `smtp://user:password@host:587`, `smtps://…`.' }),
  SMTP_REQUIRE_TLS: z.stringbool().optional().meta({
    description:
      'Whether mail is sent over an encrypted connection only: by STARTTLS, or `smtps://`.',
  }),
  MAIL_FROM: z.email().default('no-reply@therapy-care.invalid').meta({
    description: 'Address that e-mails come from; its domain is that of their Message-ID.',
  }),
  RETENTION_DAYS: retentionDays().meta({
    description: 'How long what is not kept for ever is kept: `links=14,messageAddresses=30`.',
  }),
  WORKER_SIZES: workerSizes().meta({
    description:
      'How much one process takes on, by task queue, where it is not the usual: `care.activities=80,bulk.activities=8`.',
  }),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .default(STRIPE_API_URL)
    .meta({
      description: 'Where Stripe is asked: another server in tests, or a proxy of yours.',
    }),
  WEBHOOK_TRACEPARENT: z.stringbool().default(false).meta({
    description: 'Whether webhooks tell their receivers the trace that they belong to.',
  }),
})

export interface WorkerConfig {
  database: { appUrl: string; systemUrl: string; poolSize: number }
  encryptionKeys: string
  temporal: TemporalConfig
  filesLocation: string
  paymentGateway: GatewayName
  stripeUrl: string
  licenseRegistry: string
  embeddings: { name: string; apiKey: string | undefined }
  webhookAllowedRanges: string[]
  webhookNameServers: string[]
  publicUrl: string
  /** Undefined: nothing can be sent. */
  mail: SmtpOptions | undefined
  metrics: { host: string; port: number } | undefined
  logLevel: string
  tracing: TracingConfig
  webhookTraceparent: boolean
  retentionDays: RetentionDays
  sizes: WorkerSizes
}

export const readConfig = (environment: NodeJS.ProcessEnv): WorkerConfig => {
  const env = readEnvironment(WorkerEnvironment, environment)
  assertRealServices(env)
  const temporal = loadClientConnectConfig()
  return {
    database: {
      appUrl: env.APP_DATABASE_URL,
      systemUrl: env.SYSTEM_DATABASE_URL,
      poolSize: env.DATABASE_POOL_SIZE,
    },
    encryptionKeys: env.ENCRYPTION_KEYS,
    temporal: {
      connection: temporal.connectionOptions,
      namespace: temporal.namespace ?? 'default',
    },
    filesLocation: env.FILES_LOCATION,
    paymentGateway: env.PAYMENT_GATEWAY,
    stripeUrl: env.STRIPE_API_URL,
    licenseRegistry: env.LICENSE_REGISTRY,
    embeddings: { name: env.EMBEDDINGS, apiKey: env.EMBEDDINGS_API_KEY },
    webhookAllowedRanges: env.WEBHOOK_ALLOWED_RANGES,
    webhookNameServers: env.WEBHOOK_NAME_SERVERS,
    publicUrl: env.PUBLIC_URL,
    mail: mailOf(env),
    metrics:
      env.METRICS_PORT === undefined ? undefined : { host: env.HOST, port: env.METRICS_PORT },
    logLevel: env.LOG_LEVEL,
    tracing: tracingConfig(env),
    webhookTraceparent: env.WEBHOOK_TRACEPARENT,
    retentionDays: env.RETENTION_DAYS,
    sizes: env.WORKER_SIZES,
  }
}

/** Messages name families: they leave this machine encrypted unless an operator says otherwise. */
const mailOf = ({
  SMTP_URL: url,
  SMTP_REQUIRE_TLS,
  MAIL_FROM: from,
}: z.output<typeof WorkerEnvironment>): SmtpOptions | undefined => {
  if (url === undefined) return undefined
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  return { url, from, requireTls: SMTP_REQUIRE_TLS ?? !isLoopback(host) }
}
