import type { Failure } from './failure.ts'
import type { BodyState } from './response-body.ts'

/** What came back, as far as it did. */
type Observed = {
  /** From the call of `send` to the end of the answer, or of the attempt. */
  durationMs: number
  /** UTF-8, at most 16 KiB; for the eyes of those who may read the endpoint only. */
  responseBody: string
  responseBodyState: BodyState
  /** A few headers that help to debug, each cut to 256 characters. */
  responseHeaders?: Readonly<Record<string, string>>
}

/**
 * The end of one attempt:
 * - `succeeded`: a complete answer with 2xx.
 * - `gone`: 410; the endpoint is to be disabled.
 * - `failed`: everything else; try again, not sooner than `retryAfterMs`. An answer that does not
 *   complete in time fails whatever its status was; one that is cut off at our cap does not.
 */
export type AttemptResult = Observed &
  (
    | { outcome: 'SUCCEEDED'; status: number; reason?: undefined }
    | { outcome: 'GONE'; status: 410; reason: 'http_status' }
    | ({ outcome: 'FAILED'; status?: number; retryAfterMs?: number } & Failure)
  )
