import { isGrpcServiceError } from '@temporalio/client'

/**
 * gRPC codes of temporary failures: CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, UNAVAILABLE,
 * UNAUTHENTICATED and PERMISSION_DENIED (our credentials, not the message).
 * https://grpc.io/docs/guides/status-codes/
 */
const UNREACHABLE = new Set<number>([1, 4, 7, 8, 10, 14, 16])

/** Whether Temporal as a whole is unavailable, independent of the message. */
export const isTemporalUnavailable = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isGrpcServiceError(cause)) return UNREACHABLE.has(cause.code)
  }
  return false
}
