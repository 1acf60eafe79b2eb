import { errors } from 'undici'
import { UrlRefusedError } from './address-policy.ts'

/**
 * Why an attempt did not succeed. The set is closed, because reasons are stored, shown and documented.
 * | reason | meaning | |---|---| | `http_status` | an answer other than 2xx and 3xx; see the status | |
 * `redirect_refused` | any 3xx; webhooks never follow one | | `timeout` | the deadline passed at any stage of
 * the attempt | | `connection_refused` | nothing listens on the port | | `connection_reset` | the connection
 * ended before the answer was complete | | `connection_failed` | no connection, for another reason (see the
 * detail) | | `host_unreachable` | no route to the host | | `dns_failure` | the host name has no address | |
 * `tls_failure` | no TLS session, or a certificate that does not verify | | `address_refused` | the address
 * policy forbids the host | | `response_invalid` | the answer is not well-formed HTTP, or its headers exceed 16
 * KiB | | `request_invalid` | the URL or one of our headers cannot be sent | | `aborted` | we stopped the
 * attempt (shutdown, lost lease); says nothing about the receiver |
 */
export type FailureReason =
  | 'http_status'
  | 'redirect_refused'
  | 'timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'connection_failed'
  | 'host_unreachable'
  | 'dns_failure'
  | 'tls_failure'
  | 'address_refused'
  | 'response_invalid'
  | 'request_invalid'
  | 'aborted'

/** A reason, with the library's code, such as `CERT_HAS_EXPIRED`. */
export type Failure = { reason: FailureReason; detail?: string }

export class DnsFailureError extends Error {
  override readonly name = 'DnsFailureError'
}

export class TlsFailureError extends Error {
  override readonly name = 'TlsFailureError'

  constructor(cause: Error) {
    super('The TLS handshake failed', { cause })
  }
}

export class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError'

  constructor() {
    super('The connection timed out')
  }
}

const REASON_BY_CODE: ReadonlyMap<string, FailureReason> = new Map([
  ['ECONNREFUSED', 'connection_refused'],
  ['ECONNRESET', 'connection_reset'],
  ['ECONNABORTED', 'connection_reset'],
  ['EPIPE', 'connection_reset'],
  ['UND_ERR_SOCKET', 'connection_reset'],
  ['EHOSTUNREACH', 'host_unreachable'],
  ['ENETUNREACH', 'host_unreachable'],
  ['EADDRNOTAVAIL', 'host_unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'response_invalid'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'response_invalid'],
  ['UND_ERR_INVALID_ARG', 'request_invalid'],
  ['UND_ERR_NOT_SUPPORTED', 'request_invalid'],
  ['UND_ERR_DESTROYED', 'aborted'],
  ['UND_ERR_CLOSED', 'aborted'],
] satisfies [string, FailureReason][])

/** Classifies the cause of a connection or protocol error. */
export function classifyFailure(error: Error): Failure {
  if (error instanceof ConnectTimeoutError) return { reason: 'timeout' }
  if (error instanceof UrlRefusedError) return { reason: 'address_refused' }
  if (error instanceof DnsFailureError) return failure('dns_failure', codeOf(error.cause))
  if (error instanceof TlsFailureError) return failure('tls_failure', codeOf(error.cause))
  const code = codeOf(error)
  if (error instanceof errors.HTTPParserError)
    return failure('response_invalid', code ?? error.name)
  return failure(REASON_BY_CODE.get(code ?? '') ?? 'connection_failed', code ?? error.name)
}

/** Whether the peer simply disconnected, which during TLS says nothing about certificates. */
export function isResetCode(error: Error): boolean {
  const reason = REASON_BY_CODE.get(codeOf(error) ?? '')
  return reason === 'connection_reset' || reason === 'timeout'
}

function failure(reason: FailureReason, detail: string | undefined): Failure {
  return detail === undefined ? { reason } : { reason, detail }
}

/** The code of a Node or undici error, never its message, which may quote hosts and addresses. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
