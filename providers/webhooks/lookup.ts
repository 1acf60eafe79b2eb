import { lookup as systemLookup, Resolver } from 'node:dns/promises'

/** One address that a lookup returned. */
type ResolvedAddress = { address: string; family: 4 | 6 }

/** Resolves a host name to all its addresses. Rejects if it has none. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>

const QUERY_TIMEOUT_MS = 2_000
const QUERY_TRIES = 2

/**
 * Names that only have a meaning on this machine or network (RFC 6761, RFC 6762, RFC 8375, and `.internal`,
 * reserved by ICANN), and single labels, which search domains complete.
 */
export function isLocalName(hostname: string): boolean {
  return !hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(hostname)
}

/**
 * Local names use the system's resolver (hosts file, search domains). All others use c-ares, because
 * `getaddrinfo` runs on two of libuv's threads: two subscribers with a dead name server would delay everybody's
 * deliveries.
 */
export function createLookup(nameServers: readonly string[] = []): Lookup {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
  if (nameServers.length > 0) resolver.setServers(nameServers)
  return async (hostname) => {
    if (isLocalName(hostname)) return (await systemLookup(hostname, { all: true })).map(typed)
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    const answers = [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
    ].map(typed)
    if (answers.length === 0 && v4.status === 'rejected') throw v4.reason
    return answers
  }
}

function typed({ address, family }: { address: string; family: number }): ResolvedAddress {
  return { address, family: family === 6 ? 6 : 4 }
}
