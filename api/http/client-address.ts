import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * The address of the caller: that of the socket or, behind trusted proxies, the last address in X-Forwarded-For
 * that is not trusted.
 */
export const createAddressReader = (trustedRanges: readonly string[]) => {
  const ranges = trustedRanges.map((range) => ipaddr.parseCIDR(range))
  const isTrusted = (address: string) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return ranges.some(
      ([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits),
    )
  }
  return (incoming: IncomingMessage | undefined, forwardedFor: string | undefined): string => {
    const socketAddress = incoming?.socket.remoteAddress ?? 'unknown'
    if (ranges.length === 0 || !isTrusted(socketAddress)) return socketAddress
    const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
    return hops.findLast((hop) => ipaddr.isValid(hop) && !isTrusted(hop)) ?? socketAddress
  }
}
