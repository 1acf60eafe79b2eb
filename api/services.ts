import type { RateLimiterQueue } from 'rate-limiter-flexible'
import type { AuditJournal } from '#platform/audit/audit-journal.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import type { Identity } from '#platform/identity/create-identity.ts'
import type { Logger } from '../providers/log/logger.ts'
import type { UploadBudget } from './endpoints/upload-budget.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import type { Metrics } from './metrics.ts'
import type { Shortages } from './shortages.ts'

/** The pipeline's dependencies: created once in main.ts, or in a test. */
export interface Services {
  platform: OpenPlatform
  identity: Identity
  journal: AuditJournal
  rateLimiter: RateLimiter
  /** The default limit of a centre's keys together, per minute. */
  tenantRateLimitPerMinute: number
  /** Queue of credential checks for addresses over their limit. */
  suspects: RateLimiterQueue
  /** The memory for uploads. */
  uploads: UploadBudget
  metrics: Metrics
  /** Shortages met by requests, for readiness. */
  shortages: Shortages
  log: Logger
  /** Notifies the relay of outbox rows. Never fails a request. */
  wakeRelay: () => void
  /** Whether Temporal responds, for readiness. */
  temporalStatus: () => Promise<'ok' | 'down'>
  /** Whether the Redis for rate limits is available; undefined without one. */
  redisStatus?: (() => 'ok' | 'down') | undefined
  /** Whether the process is stopping: it serves remaining requests and wants no more. */
  stopping?: () => boolean
  /** CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  trustedProxyRanges: readonly string[]
  /** Issuer of tokens, and base of links in documents. */
  publicUrl: string
  /** Origin of the Temporal UI; without it /codec does not exist. */
  operatorUiOrigin?: string | undefined
}
