import { ApplicationFailure } from '@temporalio/common'
import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  Next,
} from '@temporalio/worker'
import { DomainError, isPermanent } from '#platform/core/errors.ts'

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
    nonRetryable: isPermanent(error),
    cause: error,
  })
}
