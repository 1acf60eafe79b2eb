import { activityInfo, Context } from '@temporalio/activity'
import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  Next,
} from '@temporalio/worker'

/** Beats in the time after which a missing heartbeat counts as the worker's death. */
const BEATS = 3

/**
 * Shows by heartbeats that the worker lives for as long as an activity takes, so that another takes
 * over soon when it does not: for every activity whose workflow gave it a heartbeat timeout.
 */
export class PulseInterceptor implements ActivityInboundCallsInterceptor {
  async execute(
    input: ActivityExecuteInput,
    next: Next<ActivityInboundCallsInterceptor, 'execute'>,
  ): Promise<unknown> {
    const { heartbeatTimeoutMs } = activityInfo()
    if (!heartbeatTimeoutMs) return next(input)
    const activity = Context.current()
    const pulse = setInterval(() => activity.heartbeat(), heartbeatTimeoutMs / BEATS)
    try {
      return await next(input)
    } finally {
      clearInterval(pulse)
    }
  }
}
