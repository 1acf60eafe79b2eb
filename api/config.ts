import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)

/** Environment variables of the API process. Read once, at the start. */
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
  HOST: z.string().default('127.0.0.1').meta({ description: 'Address to listen on.' }),
  PORT: port.default(8080).meta({ description: 'Port to listen on; 0 takes a free one.' }),
  METRICS_PORT: port
    .optional()
    .meta({ description: 'Port of /metrics (Prometheus); none when unset.' }),
  PUBLIC_URL: z.url().optional().meta({
    description: 'Address under which clients reach the API: issuer and audience of tokens.',
  }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(20).meta({
    description: 'Connections to PostgreSQL per role.',
  }),
  REDIS_URL: z
    .string()
    .optional()
    .meta({ description: 'Rate limits in Redis or Valkey instead of PostgreSQL.' }),
  TRUSTED_PROXY_RANGES: z.string().default('').meta({
    description: 'CIDR ranges of proxies whose X-Forwarded-For is believed, comma-separated.',
  }),
  WEBHOOK_ALLOWED_RANGES: z.string().default('').meta({
    description: 'CIDR ranges, otherwise refused, that webhooks may be sent to, comma-separated.',
  }),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .meta({ description: 'How much is logged.' }),
})

const list = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

export const readConfig = (environment: NodeJS.ProcessEnv) => {
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
  return {
    database: {
      appUrl: env.APP_DATABASE_URL,
      systemUrl: env.SYSTEM_DATABASE_URL,
      poolSize: env.DATABASE_POOL_SIZE,
    },
    encryptionKeys: env.ENCRYPTION_KEYS,
    listen: { host: env.HOST, port: env.PORT },
    metricsPort: env.METRICS_PORT,
    publicUrl: env.PUBLIC_URL,
    redisUrl: env.REDIS_URL,
    trustedProxyRanges: list(env.TRUSTED_PROXY_RANGES),
    webhookAllowedRanges: list(env.WEBHOOK_ALLOWED_RANGES),
    logLevel: env.LOG_LEVEL,
  }
}

export type Config = ReturnType<typeof readConfig>
