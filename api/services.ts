import type { RateLimiterQueue } from 'rate-limiter-flexible'
import type { AuditJournal } from '#platform/audit/audit-journal.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import type { Identity } from '#platform/identity/create-identity.ts'
import type { Logger } from '../providers/log/logger.ts'
import type { UploadBudget } from './endpoints/upload-budget.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import type { Metrics } from './metrics.ts'
import type { Shortages } from './shortages.ts'

/** What the pipeline works with: made once in main.ts, or in a test. */
export interface Services {
  platform: OpenPlatform
  identity: Identity
  journal: AuditJournal
  rateLimiter: RateLimiter
  /** Requests a minute of a centre's keys together, where the centre has no figure of its own. */
  tenantRateLimitPerMinute: number
  /** Turns of credentials from addresses that have sent too many wrong ones. */
  suspects: RateLimiterQueue
  /** The memory that uploads may take. */
  uploads: UploadBudget
  metrics: Metrics
  /** What requests were refused for lack of, for readiness. */
  shortages: Shortages
  log: Logger
  /** Tells the relay that the outbox has something. Never fails a request. */
  wakeRelay: () => void
  /** Whether the Temporal server answers, for readiness. */
  temporalStatus: () => Promise<'ok' | 'down'>
  /** Whether the Redis that counts rate limits can be asked; undefined where there is none. */
  redisStatus?: (() => 'ok' | 'down') | undefined
  /** Whether the process has been told to end: it serves what still comes, and wants no more. */
  stopping?: () => boolean
  /** CIDR ranges of proxies whose X-Forwarded-For is believed. */
  trustedProxyRanges: readonly string[]
  /** Issuer of tokens; links in documents. */
  publicUrl: string
  /** Origin of the Temporal UI; without it there is no /codec. */
  operatorUiOrigin?: string | undefined
}
