import type { CallFailure } from './chat-models.ts'

/** A model call that ended without an answer. */
export class CallFailedError extends Error {
  override readonly name = 'CallFailedError'
  readonly failure: CallFailure
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    failure: CallFailure,
    {
      status,
      retryAfterSeconds,
      cause,
    }: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(`The model call failed: ${failure}`, { cause })
    this.failure = failure
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}
