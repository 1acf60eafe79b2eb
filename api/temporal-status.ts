import type { Connection } from '@temporalio/client'
import { loadClientConnectConfig } from '@temporalio/envconfig'

const CHECK_TIMEOUT_MS = 1_000
const CACHED_MS = 2_000

/**
 * Whether Temporal responds, which is used only for readiness. The API commits to the outbox, and the workers'
 * relay hands over to Temporal.
 */
export const createTemporalStatus = () => {
  const { connectionOptions } = loadClientConnectConfig()
  let connecting: Promise<Connection> | undefined
  // The library takes 45 MB, so a process that is never asked does without it.
  const connect = async () =>
    (await import('@temporalio/client')).Connection.lazy(connectionOptions)
  let checkedAt = 0
  let status: Promise<'ok' | 'down'> = Promise.resolve('down')

  const check = async (): Promise<'ok' | 'down'> => {
    try {
      const connection = await (connecting ??= connect())
      await connection.withDeadline(Date.now() + CHECK_TIMEOUT_MS, () =>
        connection.workflowService.getSystemInfo({}),
      )
      return 'ok'
    } catch {
      return 'down'
    }
  }
  return {
    status: () => {
      if (Date.now() - checkedAt > CACHED_MS) {
        checkedAt = Date.now()
        status = check()
      }
      return status
    },
    [Symbol.asyncDispose]: async () => (await connecting)?.close(),
  }
}
