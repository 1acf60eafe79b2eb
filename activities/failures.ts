import { ApplicationFailure } from '@temporalio/common'
import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  Next,
} from '@temporalio/worker'
import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'

/** Tells Temporal which failures to retry. */
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

/** For a suspended centre, retries have long intervals. */
const SUSPENDED_RETRY = '10 minutes'

const asFailure = (error: unknown): unknown => {
  if (!(error instanceof DomainError)) return error
  const waits = error.code === 'centre_suspended' && { nextRetryDelay: SUSPENDED_RETRY }
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: isPermanent(error),
    ...waits,
    cause: error,
  })
}
