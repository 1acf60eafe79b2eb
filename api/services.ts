import type { RateLimiterQueue } from 'rate-limiter-flexible'
import type { AuditJournal } from '#platform/audit/audit-journal.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import type { Identity } from '#platform/identity/create-identity.ts'
import type { Logger } from '../providers/log/logger.ts'
import type { TextingGateway } from '../providers/texting/index.ts'
import type { UploadBudget } from './endpoints/upload-budget.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import type { Metrics } from './metrics.ts'
import type { Shortages } from './shortages.ts'

/** The dependencies of the pipeline. main.ts, or a test, creates them once. */
export interface Services {
  platform: OpenPlatform
  identity: Identity
  journal: AuditJournal
  rateLimiter: RateLimiter
  /** The default limit for all keys of a centre together, per minute. */
  tenantRateLimitPerMinute: number
  /** The queue for checks of credentials from addresses over their limit. */
  suspects: RateLimiterQueue
  /** The memory available for uploads. */
  uploads: UploadBudget
  metrics: Metrics
  /** Shortages that requests have met, for readiness. */
  shortages: Shortages
  log: Logger
  /** Notifies the relay of rows in the outbox. Never fails a request. */
  wakeRelay: () => void
  /** Whether Temporal responds, for readiness. */
  temporalStatus: () => Promise<'ok' | 'down'>
  /** Whether the Redis for rate limits is available; undefined if there is none. */
  redisStatus?: (() => 'ok' | 'down') | undefined
  /** Whether the process is stopping: it serves the remaining requests and accepts no others. */
  stopping?: () => boolean
  /** CIDR ranges of the proxies whose X-Forwarded-For is trusted. */
  trustedProxyRanges: readonly string[]
  /** The issuer of tokens, and the base of links in documents. */
  publicUrl: string
  /** The provider of texts. Without it, its webhooks do not exist. */
  texting?: TextingGateway | undefined
  /** The secret of the mail server's reports. Without it, /mail-events does not exist. */
  mailEventsSecret?: string | undefined
  /** The origin of the Temporal UI. Without it, /codec does not exist. */
  operatorUiOrigin?: string | undefined
}
