import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A parsed CIDR. */
export type IpRange = readonly [network: Address, prefixLength: number]

/** Public by number, but a cloud host's own services: Azure's WireServer and DNS. */
const PLATFORM_RANGES = ['168.63.129.16/32'].map(parseRange)

/** All IPv6 unicast that IANA has handed out (RFC 4291 §2.4); the rest is reserved. */
const GLOBAL_IPV6 = parseRange('2000::/3')

/** NAT64 prefixes (RFC 6052, RFC 8215): their last 32 bits name the IPv4 host really reached. */
const NAT64 = ['64:ff9b::/96', '64:ff9b:1::/48'].map(parseRange)

/**
 * Parses a CIDR such as `127.0.0.0/8` or `fd00:1::/48`.
 * @throws {TypeError} naming the text, when it is none.
 */
export function parseRange(cidr: string): IpRange {
  if (!ipaddr.isValidCIDR(cidr)) throw new TypeError(`Not an IP range in CIDR form: ${cidr}`)
  const [network, prefixLength] = ipaddr.parseCIDR(cidr)
  if (network.kind() === 'ipv6' && network.range() === 'ipv4Mapped') {
    throw new TypeError(`Write an IPv4-mapped range as IPv4: ${cidr}`)
  }
  return [network, prefixLength]
}

/**
 * Reads an address as the kernel would connect to it, so an IPv4-mapped one is its IPv4. Undefined
 * for what is no canonical IP literal and for one with a zone id, which only means link-local.
 */
export function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined
  return ipaddr.process(text)
}

/** Whether any of the ranges, of the same family, holds the address. */
export function inRanges(address: Address, ranges: readonly IpRange[]): boolean {
  return ranges.some(
    ([network, prefixLength]) =>
      network.kind() === address.kind() && address.match(network, prefixLength),
  )
}

/**
 * Whether the public internet routes to this address: not private, loopback, link-local, shared
 * (CGNAT), benchmarking, documentation, multicast, reserved, unspecified, unique-local, a
 * transition mechanism (6to4, Teredo, NAT64, compatible) or any other entry of IANA's
 * special-purpose registries (RFC 6890), nor a cloud platform's own service address.
 */
export function isGlobal(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  if (inRanges(address, PLATFORM_RANGES)) return false
  return address.kind() === 'ipv4' || inRanges(address, [GLOBAL_IPV6])
}

/** The IPv4 host that a NAT64 address leads to; undefined for any other address. */
export function nat64Target(address: Address): Address | undefined {
  if (!inRanges(address, NAT64)) return undefined
  return ipaddr.fromByteArray(address.toByteArray().slice(-4))
}
