import { loadClientConnectConfig } from '@temporalio/envconfig'
import { z } from 'zod'
import type { TemporalConfig } from '../providers/temporal/index.ts'

const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/**
 * Environment variables of the worker process. Read once, at the start. Those of Temporal
 * (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS…, TEMPORAL_PROFILE,
 * TEMPORAL_CONFIG_FILE) are read by @temporalio/envconfig:
 * https://docs.temporal.io/develop/environment-configuration
 */
const Environment = z.object({
  APP_DATABASE_URL: z
    .string()
    .meta({ description: 'PostgreSQL as the restricted role therapy_app.' }),
  SYSTEM_DATABASE_URL: z
    .string()
    .meta({ description: "PostgreSQL as the platform's role therapy_system." }),
  ENCRYPTION_KEYS: z.string().meta({
    description: '`<id>:<base64 of 32 bytes>`, comma-separated; the first encrypts, all decrypt.',
  }),
  DATABASE_POOL_SIZE: count(2, 200)
    .default(10)
    .meta({ description: 'Connections to PostgreSQL per role; three more listen and lead.' }),
  WEBHOOK_ALLOWED_RANGES: z.string().default('').meta({
    description: 'CIDR ranges, otherwise refused, that webhooks may be sent to, comma-separated.',
  }),
  PUBLIC_URL: z
    .url()
    .default('https://therapy-care.invalid')
    .meta({ description: 'Address of the API; named in the User-Agent of webhooks.' }),
  HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: 'Address that METRICS_PORT listens on.' }),
  METRICS_PORT: count(0, 65_535)
    .optional()
    .meta({ description: 'Port of /metrics (Prometheus) and /healthz; none when unset.' }),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .meta({ description: 'How much is logged.' }),
})

export interface WorkerConfig {
  database: { appUrl: string; systemUrl: string; poolSize: number }
  encryptionKeys: string
  temporal: TemporalConfig
  webhookAllowedRanges: string[]
  publicUrl: string
  metrics: { host: string; port: number } | undefined
  logLevel: string
}

export const readConfig = (environment: NodeJS.ProcessEnv): WorkerConfig => {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `  ${path.join('.')}: ${message}`,
    )
    throw new Error(
      `The environment is not complete:\n${problems.join('\n')}\nSee docs/configuration.md.`,
    )
  }
  const env = parsed.data
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
    webhookAllowedRanges: env.WEBHOOK_ALLOWED_RANGES.split(',')
      .map((range) => range.trim())
      .filter(Boolean),
    publicUrl: env.PUBLIC_URL,
    metrics:
      env.METRICS_PORT === undefined ? undefined : { host: env.HOST, port: env.METRICS_PORT },
    logLevel: env.LOG_LEVEL,
  }
}
