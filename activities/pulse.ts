import { activityInfo, Context } from '@temporalio/activity'
import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  Next,
} from '@temporalio/worker'

/** The number of heartbeats per heartbeat timeout. */
const BEATS = 3

/** Sends heartbeats during every activity with a heartbeat timeout, so another worker soon replaces a dead one. */
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
