import { ApplicationFailure } from '@temporalio/common'
import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  Next,
} from '@temporalio/worker'
import { DomainError, type ErrorCode } from '../domain/core/errors.ts'

/** Codes that say "not now"; every other refusal would be the same at the next try. */
const RETRIED: ReadonlySet<ErrorCode> = new Set(['unavailable', 'internal_error', 'rate_limited'])

/** Tells Temporal which failures are worth another try. */
export class FailureInterceptor implements ActivityInboundCallsInterceptor {
  async execute(
    input: ActivityExecuteInput,
    next: Next<ActivityInboundCallsInterceptor, 'execute'>,
  ): Promise<unknown> {
    try {
      return await next(input)
    } catch (error) {
      throw asFailure(error)
    }
  }
}

const asFailure = (error: unknown): unknown => {
  if (!(error instanceof DomainError)) return error
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: !RETRIED.has(error.code),
    cause: error,
  })
}
