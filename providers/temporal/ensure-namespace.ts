import { isGrpcServiceError, type Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'
import { setTimeout as sleep } from 'node:timers/promises'

/** gRPC codes: https://grpc.io/docs/guides/status-codes/ */
const NOT_FOUND = 5
const ALREADY_EXISTS = 6
const MAY_NOT = new Set([7, 12, 16])

const DAY_MS = 86_400_000
/** Frontends see a new namespace within seconds. */
const LEARNED_WITHIN_MS = 30_000
const RETRY_MS = 500

/** Creates the namespace if it is missing. Returns whether it did. */
export const ensureNamespace = async (
  { workflowService }: Connection,
  { namespace, retentionDays }: { namespace: string; retentionDays: number },
): Promise<'exists' | 'created'> => {
  try {
    await workflowService.describeNamespace({ namespace })
    return 'exists'
  } catch (error) {
    if (codeOf(error) !== NOT_FOUND) throw error
  }
  try {
    await workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs(retentionDays * DAY_MS),
    })
  } catch (error) {
    const code = codeOf(error)
    if (code === ALREADY_EXISTS) return 'exists'
    if (code === undefined || !MAY_NOT.has(code)) throw error
    throw new Error(
      `Namespace '${namespace}' does not exist, and this account may not create it. Create it in your Temporal administration, then run this again`,
      { cause: error },
    )
  }
  return 'created'
}

/** Retries while a frontend does not know the namespace yet. */
export const onceKnown = async <T>(work: () => Promise<T>): Promise<T> => {
  const until = Date.now() + LEARNED_WITHIN_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== NOT_FOUND || Date.now() > until) throw error
      await sleep(RETRY_MS)
    }
  }
}

/** The code of the error, or of the error that the client wrapped. */
const codeOf = (error: unknown): number | undefined => {
  if (isGrpcServiceError(error)) return error.code
  return error instanceof Error && error.cause ? codeOf(error.cause) : undefined
}
