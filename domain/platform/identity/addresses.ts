import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { BoundedMap } from '../core/context/bounded-map.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [network: Address, prefixLength: number]

/** `198.51.100.7`, `198.51.100.0/24` or `2001:db8::/32` in canonical form; `undefined` if it is invalid. */
export const normalizeRange = (text: string): string | undefined => {
  const [address = '', bits, ...rest] = text.split('/')
  const parsed = parseAddress(address)
  if (!parsed || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
    return undefined
  const longest = parsed.kind() === 'ipv4' ? 32 : 128
  const length = bits === undefined ? longest : Number(bits)
  // An IPv4-mapped range was converted to IPv4, so its prefix length has changed.
  if (
    length > longest ||
    (bits !== undefined && parsed.kind() === 'ipv4' && address.includes(':'))
  ) {
    return undefined
  }
  return `${networkOf(parsed, length)}/${length}`
}

/** Whether a range contains the address; true if there are no ranges. */
export const isAllowedFrom = (ranges: readonly string[], address: string | undefined): boolean => {
  if (ranges.length === 0) return true
  const parsed = address === undefined ? undefined : parseAddress(address)
  if (!parsed) return false
  return ranges.some((range) => holds(rangeOf(range), parsed))
}

/** Whether the outer range contains the whole inner range. */
export const isWithinRange = (inner: string, outer: string): boolean => {
  const [network, length] = rangeOf(inner)
  return length >= rangeOf(outer)[1] && holds(rangeOf(outer), network)
}

/**
 * The network site of an address: an IPv4 address, or an IPv6 /64 network, within which hosts can change their
 * address.
 */
export const siteOf = (address: string): string | undefined => {
  const parsed = parseAddress(address)
  if (!parsed) return undefined
  return parsed.kind() === 'ipv4' ? parsed.toString() : networkOf(parsed, 64)
}

const parseAddress = (text: string): Address | undefined =>
  isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.process(text)

const holds = ([network, length]: Range, address: Address) =>
  network.kind() === address.kind() && address.match(network, length)

const networkOf = (address: Address, length: number): string => {
  const bytes = address.toByteArray()
  const kept = bytes.map((byte, index) => {
    const bits = Math.min(8, Math.max(0, length - index * 8))
    return byte & (0xff << (8 - bits)) & 0xff
  })
  return ipaddr.fromByteArray(kept).toString()
}

const ranges = new BoundedMap<Range>(1_000)

const rangeOf = (range: string): Range => ranges.remember(range, () => ipaddr.parseCIDR(range))
