/**
 * Headers that an endpoint may not set, because HTTP itself or our client sets them (RFC 9110 §7.6.1 hop-by-hop
 * fields, framing, routing).
 */
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

/** `malformed`: the name is not a token, or the value has CR, LF, NUL or text beyond Latin-1. */
export type HeaderProblem = 'reserved' | 'malformed'

/** Why this header is not allowed on a delivery (RFC 9110 §5.1 and §5.5), if it is not. */
export function headerProblem(name: string, value: string): HeaderProblem | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    return 'malformed'
  }
  return RESERVED.has(name.toLowerCase()) ? 'reserved' : undefined
}
