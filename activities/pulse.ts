import { activityInfo, Context } from '@temporalio/activity'

/**
 * Shows by heartbeats that the worker lives for as long as the work takes, so that another takes
 * over soon when it does not. The signal says that the work is not wanted any more.
 */
export const withPulse = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const activity = Context.current()
  const everyMs = (activityInfo().heartbeatTimeoutMs ?? 9_000) / 3
  const pulse = setInterval(() => activity.heartbeat(), everyMs)
  try {
    return await work(activity.cancellationSignal)
  } finally {
    clearInterval(pulse)
  }
}
