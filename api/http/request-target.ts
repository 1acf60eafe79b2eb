import type { IncomingMessage } from 'node:http'
import { invalid } from '#platform/core/errors/errors.ts'

/** Proxies read the path and the host too. Ambiguous forms are refused, so that all of them decide by the same path. */
export const assertPlainTarget = (incoming: IncomingMessage | undefined): void => {
  if (!incoming?.url) return
  const [path = ''] = incoming.url.split(/[?#]/, 1)
  if (DOT_SEGMENT.test(path) || AMBIGUOUS.test(path))
    throw invalid(
      'path',
      'invalid_format',
      'The path is not in its normal form. Send it without dot segments, backslashes, empty segments, or percent-encoded letters, digits, `-`, `.`, `_`, `~`, `/` and `\\`.',
    )
  if ((incoming.headersDistinct['host'] ?? []).length > 1)
    throw invalid('Host', 'duplicate', 'The request has several Host headers. Send exactly one.')
}

const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i
/** Matches an encoded slash, an empty segment, or an unreserved character that is encoded (RFC 3986 §6.2.2). */
const AMBIGUOUS =
  /\\|%5c|%2f|^(?!https?:).*\/\/|%(?:2d|2e|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i
