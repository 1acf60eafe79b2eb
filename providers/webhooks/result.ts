import type { Failure } from './failure.ts'
import type { BodyState } from './response-body.ts'

/** What was received, possibly incomplete. */
type Observed = {
  /** From the call of `send` to the end of the answer or of the attempt. */
  durationMs: number
  /** UTF-8, at most 16 KiB. Only for callers who may read the endpoint. */
  responseBody: string
  responseBodyState: BodyState
  /** A few headers that help with debugging, each cut to 256 characters. */
  responseHeaders?: Readonly<Record<string, string>>
}

/**
 * The result of one attempt:
 * - `succeeded`: a complete answer with 2xx.
 * - `gone`: 410; the endpoint must be disabled.
 * - `failed`: everything else; retry no sooner than `retryAfterMs`. An answer that is not
 * complete in time fails even with status 2xx; one that is cut off at our limit does not.
 */
export type AttemptResult = Observed &
  (
    | { outcome: 'SUCCEEDED'; status: number; reason?: undefined }
    | { outcome: 'GONE'; status: 410; reason: 'http_status' }
    | ({ outcome: 'FAILED'; status?: number; retryAfterMs?: number } & Failure)
  )
