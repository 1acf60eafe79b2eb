import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A parsed CIDR. */
export type IpRange = readonly [network: Address, prefixLength: number]

/** Public addresses that belong to a cloud host's own services: Azure's WireServer and DNS. */
const PLATFORM_RANGES = ['168.63.129.16/32'].map(parseRange)

/** All IPv6 unicast addresses that IANA has allocated (RFC 4291 §2.4); the rest is reserved. */
const GLOBAL_IPV6 = parseRange('2000::/3')

/** NAT64 prefixes (RFC 6052, RFC 8215): the last 32 bits are the IPv4 host that is really reached. */
const NAT64 = ['64:ff9b::/96', '64:ff9b:1::/48'].map(parseRange)

/**
 * Parses a CIDR such as `127.0.0.0/8` or `fd00:1::/48`.
 * @throws {TypeError} with the text, if it is not a CIDR.
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
 * Reads an address as the kernel would connect to it, so an IPv4-mapped address becomes its IPv4 address.
 * Undefined for a text that is not a canonical IP literal, and for an address with a zone id, which can only be
 * link-local.
 */
export function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined
  return ipaddr.process(text)
}

/** Whether a range of the same family contains the address. */
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

/** The IPv4 host behind a NAT64 address; undefined for any other address. */
export function nat64Target(address: Address): Address | undefined {
  if (!inRanges(address, NAT64)) return undefined
  return ipaddr.fromByteArray(address.toByteArray().slice(-4))
}
