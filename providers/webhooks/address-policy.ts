import { isIP } from 'node:net'
import {
  inRanges,
  type IpRange,
  isGlobal,
  nat64Target,
  parseAddress,
  parseRange,
} from './ip-ranges.ts'
import { createLookup, isLocalName, type Lookup } from './lookup.ts'

/** Why a URL cannot be a webhook endpoint. */
export type UrlRefusalCode =
  | 'url_invalid'
  | 'https_required'
  | 'credentials_refused'
  | 'fragment_refused'
  | 'port_refused'
  | 'address_refused'
  | 'dns_failure'

/** A URL that the policy refuses, or whose address it refuses. Messages may be shown to subscribers. */
export class UrlRefusedError extends Error {
  override readonly name = 'UrlRefusedError'
  readonly code: UrlRefusalCode

  constructor(code: UrlRefusalCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The intended destination of a connection; `hostname` without brackets. */
export type Target = { protocol: string; hostname: string }

export type AddressPolicy = {
  /**
   * Checks a URL when an endpoint is created or changed: its form, its host in every spelling, and all current
   * addresses of the host. Returns the parsed URL.
   * @throws {UrlRefusedError}
   */
  assertUrl: (url: string) => Promise<URL>
  /** Whether this IP address may be called over https. */
  isAllowed: (ip: string) => boolean
  /** Whether this target may be reached at this address; checked again for every connection. */
  admits: (target: Target, ip: string) => boolean
  lookup: Lookup
}

const MAX_URL_LENGTH = 2_048
const LOOKUP_TIMEOUT_MS = 5_000

/** Ports above 1023 on the Fetch Standard's list of bad ports, which other protocols use. */
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
])

/**
 * Which addresses may be called (server-side request forgery, CWE-918). Only globally routed addresses over
 * https, on port 443 or an unprivileged port. `allowedRanges` (CIDRs, the operator's choice) allows more:
 * addresses inside them and, for these, plain http, any port and local names.
 */
export function createAddressPolicy(options: {
  allowedRanges: readonly string[]
  /** `address` or `address:port` of the name servers to query; the system's if empty. */
  nameServers?: readonly string[]
  lookup?: Lookup
}): AddressPolicy {
  const ranges = options.allowedRanges.map(parseRange)
  const lookup = options.lookup ?? createLookup(options.nameServers)
  const isAllowed = (ip: string) => isListed(ip, ranges) || isPublic(ip)
  const admits = ({ protocol, hostname }: Target, ip: string) =>
    protocol === 'https:' && !isLocalHost(hostname) ? isAllowed(ip) : isListed(ip, ranges)

  return {
    isAllowed,
    admits,
    lookup,
    assertUrl: async (text) => {
      const url = parseEndpointUrl(text)
      const hostname = bareHostname(url)
      // Without allowed ranges no local name can be accepted, so a lookup would only reveal which names exist.
      if (isLocalHost(hostname) && ranges.length === 0) throw addressRefused()
      const addresses = await addressesOf(hostname, lookup)
      if (!addresses.every((ip) => admits({ protocol: 'https:', hostname }, ip))) {
        throw addressRefused()
      }
      const opened = addresses.every((ip) => isListed(ip, ranges))
      if (url.protocol !== 'https:' && !opened) {
        throw new UrlRefusedError('https_required', 'Use an https URL')
      }
      if (!opened && !isPublicPort(url.port)) {
        throw new UrlRefusedError('port_refused', 'Use port 443 or an HTTPS port above 1023')
      }
      return url
    },
  }
}

/** The refusal of an address. Never includes the address: that would reveal the internal network. */
export function addressRefused(): UrlRefusedError {
  return new UrlRefusedError(
    'address_refused',
    'The host is, or resolves to, an address that webhooks are not allowed to call. Use a public host',
  )
}

/** The host as a resolver or socket expects it: an IPv6 literal without brackets. */
function bareHostname(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

/**
 * Whether an address is in an allowed range. Behind NAT64, the IPv4 host that is really reached must be allowed
 * as well.
 */
function isListed(ip: string, ranges: readonly IpRange[]): boolean {
  const address = parseAddress(ip)
  if (!address || !inRanges(address, ranges)) return false
  const reached = nat64Target(address)
  return !reached || isGlobal(reached) || inRanges(reached, ranges)
}

function isPublic(ip: string): boolean {
  const address = parseAddress(ip)
  return address !== undefined && isGlobal(address)
}

function isLocalHost(hostname: string): boolean {
  return isIP(hostname) === 0 && isLocalName(hostname)
}

function isPublicPort(port: string): boolean {
  return port === '' || port === '443' || (Number(port) > 1_023 && !BAD_PORTS.has(Number(port)))
}

/** The checks that need no address. The URL parser normalizes `0x7f.1`, `１２７。1` and similar spellings. */
function parseEndpointUrl(text: string): URL {
  const url = text.length <= MAX_URL_LENGTH ? URL.parse(text) : null
  // The parser drops tabs and line breaks, trims, and reads "\" as "/", so such text is an attempt to disguise
  // a host.
  if (!url || !/^https?:\/\/[^/]/i.test(text) || /[\s\\\p{Cc}]/u.test(text)) {
    throw new UrlRefusedError('url_invalid', 'Use an absolute https URL of at most 2048 characters')
  }
  if (url.hostname.endsWith('.')) {
    throw new UrlRefusedError('url_invalid', 'Remove the dot at the end of the host name')
  }
  if (url.username !== '' || url.password !== '') {
    throw new UrlRefusedError('credentials_refused', 'Remove the user name from the URL')
  }
  if (text.includes('#')) {
    throw new UrlRefusedError('fragment_refused', 'Remove the fragment (#…) from the URL')
  }
  if (url.port === '0') throw new UrlRefusedError('port_refused', 'Use a port other than 0')
  return url
}

async function addressesOf(hostname: string, lookup: Lookup): Promise<string[]> {
  if (isIP(hostname) !== 0) return [hostname]
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('Lookup timed out')), LOOKUP_TIMEOUT_MS)
  try {
    const answers = await Promise.race([lookup(hostname), timeout.promise])
    if (answers.length > 0) return answers.map(({ address }) => address)
  } catch (cause) {
    throw new UrlRefusedError(
      'dns_failure',
      `The host ${hostname} does not resolve. Check its name`,
      { cause },
    )
  } finally {
    clearTimeout(timer)
  }
  throw new UrlRefusedError(
    'dns_failure',
    `The host ${hostname} has no address. Check its DNS records`,
  )
}
