import type { z } from 'zod'
import { incomplete, isLoopback, readEnvironment } from '#platform/core/context/environment.ts'
import { variablesOf } from '#registry/environment/variables.ts'
import { platformConfig } from '#registry/open-service-platform.ts'
import { tracingConfig } from '../providers/telemetry/index.ts'

/**
 * Environment variables of the API process, read once at the start. @temporalio/envconfig reads those for
 * Temporal (TEMPORAL_ADDRESS, …), which are used only for readiness.
 */
const ApiEnvironment = variablesOf('api')

/**
 * Limits per address, and the address ranges of keys, use the caller's address. Behind a proxy that is not
 * named, all callers share its address, so a public API must name its proxies.
 */
const proxiesOf = ({ HOST, TRUSTED_PROXY_RANGES }: z.output<typeof ApiEnvironment>): string[] => {
  if (TRUSTED_PROXY_RANGES) return TRUSTED_PROXY_RANGES
  if (isLoopback(HOST)) return []
  throw incomplete([
    `TRUSTED_PROXY_RANGES is required because HOST is ${HOST}: list the CIDR ranges of your proxies, or set \`none\``,
  ])
}

export const readConfig = (environment: NodeJS.ProcessEnv) => {
  const env = readEnvironment(ApiEnvironment, environment)
  return {
    ...platformConfig(env),
    listen: { host: env.HOST, port: env.PORT },
    metricsPort: env.METRICS_PORT,
    publicUrl: env.PUBLIC_URL,
    mailEventsSecret: env.MAIL_EVENTS_SECRET,
    stopDelayMs: env.STOP_DELAY_SECONDS * 1_000,
    operatorUiOrigin: env.OPERATOR_UI_ORIGIN,
    redisUrl: env.REDIS_URL,
    tenantRateLimitPerMinute: env.TENANT_RATE_LIMIT_PER_MINUTE,
    trustedProxyRanges: proxiesOf(env),
    logLevel: env.LOG_LEVEL,
    tracing: tracingConfig(env),
  }
}

export type Config = ReturnType<typeof readConfig>
