import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import {
  assertRealServices,
  incomplete,
  isLoopback,
  MODEL_VARIABLES,
  poolSize,
  PROCESS_VARIABLES,
  readEnvironment,
  scannerVariable,
  STAND_IN_VARIABLES,
} from '#platform/core/environment.ts'
import { DEFAULT_TENANT_LIMIT_PER_MINUTE } from './http/count.ts'
import { TRACING_VARIABLES, tracingConfig } from '../providers/telemetry/index.ts'

/**
 * Environment variables of the API process. Read once, at the start. Those of Temporal
 * (TEMPORAL_ADDRESS, …) are read by @temporalio/envconfig, for readiness alone.
 */
export const ApiEnvironment = z.object({
  ...PROCESS_VARIABLES,
  ...TRACING_VARIABLES,
  ...STAND_IN_VARIABLES,
  ...MODEL_VARIABLES,
  MALWARE_SCANNER: scannerVariable(),
  GEOCODER: z
    .union([z.enum(['sandbox', 'none']), z.url({ protocol: /^https$/ })], {
      error: 'must be sandbox, none or an https URL',
    })
    .default('sandbox')
    .meta({
      description:
        'What finds the coordinates of a location’s address: the https URL of a service with the interface of Nominatim, asked once a second at the most; `sandbox` knows the centers of a dozen towns, `none` nothing.',
    }),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).meta({
    description: 'Port to listen on; 0 takes a free one.',
  }),
  PUBLIC_URL: z.url().optional().meta({
    description:
      'Address under which callers reach the API: issuer and audience of tokens. Set it when there is more than one process.',
  }),
  DATABASE_POOL_SIZE: poolSize(20),
  REDIS_URL: z.string().optional().meta({
    description: 'Rate limits in Redis or Valkey instead of PostgreSQL.',
  }),
  TENANT_RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(DEFAULT_TENANT_LIMIT_PER_MINUTE)
    .meta({
      description:
        'Requests a minute of all keys of a centre together, unless an operator set another figure for the centre.',
    }),
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(5).meta({
    description:
      'After SIGTERM `/readyz` answers 503 for so long before the port closes: load balancers look elsewhere first.',
  }),
  OPERATOR_UI_ORIGIN: z
    .url()
    .transform((url) => new URL(url).origin)
    .optional()
    .meta({
      description:
        'Origin of the Temporal UI, which may ask /codec to decode payloads for operators who signed in there.',
    }),
  TRUSTED_PROXY_RANGES: trustedProxies().optional().meta({
    description:
      'CIDR ranges of proxies whose `X-Forwarded-For` is believed, comma-separated; `none` when callers connect directly. Required unless `HOST` is a loopback address.',
  }),
})

/** A list of CIDR ranges, or `none`. */
function trustedProxies() {
  return z.string().transform((text, issues): string[] => {
    const ranges = text.split(',').map((range) => range.trim())
    if (ranges.length === 1 && ranges[0] === 'none') return []
    const wrong = ranges.filter((range) => !ipaddr.isValidCIDR(range))
    if (wrong.length > 0) issues.addIssue(`must be \`none\` or CIDR ranges such as 10.0.0.0/8`)
    return ranges
  })
}

/**
 * Limits by address and the address ranges of keys compare the caller's address. Behind a proxy that
 * is not named, all callers have the proxy's: a public API has to say which proxies there are.
 */
const proxiesOf = ({ HOST, TRUSTED_PROXY_RANGES }: z.output<typeof ApiEnvironment>): string[] => {
  if (TRUSTED_PROXY_RANGES) return TRUSTED_PROXY_RANGES
  if (isLoopback(HOST)) return []
  throw incomplete([
    `TRUSTED_PROXY_RANGES: HOST is ${HOST}, so say which proxies stand in front: their CIDR ranges, or \`none\``,
  ])
}

export const readConfig = (environment: NodeJS.ProcessEnv) => {
  const env = readEnvironment(ApiEnvironment, environment)
  assertRealServices(env)
  return {
    database: {
      appUrl: env.APP_DATABASE_URL,
      systemUrl: env.SYSTEM_DATABASE_URL,
      poolSize: env.DATABASE_POOL_SIZE,
    },
    encryptionKeys: env.ENCRYPTION_KEYS,
    listen: { host: env.HOST, port: env.PORT },
    metricsPort: env.METRICS_PORT,
    filesLocation: env.FILES_LOCATION,
    paymentGateway: env.PAYMENT_GATEWAY,
    licenseRegistry: env.LICENSE_REGISTRY,
    scanner: env.MALWARE_SCANNER,
    embeddings: { name: env.EMBEDDINGS, apiKey: env.EMBEDDINGS_API_KEY },
    geocoder: env.GEOCODER,
    publicUrl: env.PUBLIC_URL,
    stopDelayMs: env.STOP_DELAY_SECONDS * 1_000,
    operatorUiOrigin: env.OPERATOR_UI_ORIGIN,
    redisUrl: env.REDIS_URL,
    tenantRateLimitPerMinute: env.TENANT_RATE_LIMIT_PER_MINUTE,
    trustedProxyRanges: proxiesOf(env),
    webhookAllowedRanges: env.WEBHOOK_ALLOWED_RANGES,
    webhookNameServers: env.WEBHOOK_NAME_SERVERS,
    modelHosts: env.AI_MODEL_HOSTS,
    modelRanges: env.AI_MODEL_RANGES,
    logLevel: env.LOG_LEVEL,
    tracing: tracingConfig(env),
  }
}

export type Config = ReturnType<typeof readConfig>
