import { Resolver } from 'node:dns/promises'

/** The TXT records of a name, or why there are none. */
type TextAnswer =
  | { found: readonly string[] }
  /** The name does not exist, or has no such record. */
  | { found: 'NONE' }
  /** The name servers failed; a later attempt may succeed. */
  | { found: 'NO_ANSWER'; cause: unknown }

export type TextRecords = (name: string) => Promise<TextAnswer>

const QUERY_TIMEOUT_MS = 2_000
const QUERY_TRIES = 2

/** c-ares codes that give a definite answer: there is no such record. */
const NONE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** Uses c-ares, as webhook lookups do, because the system's resolver cannot read TXT records. */
export const createTextRecords = (nameServers: readonly string[] = []): TextRecords => {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
  if (nameServers.length > 0) resolver.setServers(nameServers)
  return async (name) => {
    try {
      // A record of several strings is one text (RFC 7208 §3.3).
      return { found: (await resolver.resolveTxt(name)).map((strings) => strings.join('')) }
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      return NONE.has(code) ? { found: 'NONE' } : { found: 'NO_ANSWER', cause }
    }
  }
}
