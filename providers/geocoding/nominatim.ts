import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Geocoder, Place, PostalAddress } from './geocoder.ts'

/** Public services allow one request per second. */
const PAUSE_MS = 1_000
/** The limit for one request. A person who saves an address is waiting. */
const TIMEOUT_MS = 4_000
/** Requests that may wait for their turn; further ones get null at once. */
const MOST_WAITING = 3
const MAX_ANSWER_BYTES = 64 * 1024

/** The service returns numbers as text. */
const Answer = z.array(
  z.object({
    lat: z.coerce.number().min(-90).max(90),
    lon: z.coerce.number().min(-180).max(180),
  }),
)

/**
 * A service with Nominatim's interface (`/search`, structured query, `format=jsonv2`). Each process sends at
 * most one request per second, without redirects, and limits the size and the time of the answer.
 * @param url the service's address, without `/search`
 * @param userAgent identifies the caller, as public services require
 */
export const createNominatim = (
  { url, userAgent }: { url: string; userAgent: string },
  { pauseMs = PAUSE_MS, timeoutMs = TIMEOUT_MS } = {},
): Geocoder => {
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const ask = async (address: PostalAddress): Promise<Place | null> => {
    const { request } = await import('undici')
    const signal = AbortSignal.timeout(timeoutMs)
    const { statusCode, body } = await request(searchUrl(url, address), {
      headers: { 'user-agent': userAgent, accept: 'application/json' },
      signal,
    })
    const text = await boundedText(body)
    if (statusCode !== 200 || text === null) return null
    const [found] = Answer.parse(JSON.parse(text))
    return found ? { latitude: found.lat, longitude: found.lon } : null
  }
  return {
    find: async (address) => {
      if (waiting >= MOST_WAITING) return null
      waiting += 1
      // If the service is unavailable or sends something else, nothing is found.
      const answer = turn.then(() => ask(address).catch(() => null))
      turn = Promise.all([answer, turn.then(() => pause(pauseMs, undefined, { ref: false }))])
      try {
        return await answer
      } finally {
        waiting -= 1
      }
    },
  }
}

const searchUrl = (url: string, address: PostalAddress): URL => {
  const search = new URL(`${url.replace(/\/$/, '')}/search`)
  const { line1, city, region, postalCode, country } = address
  const asked = {
    street: line1,
    city,
    ...(region && { state: region }),
    postalcode: postalCode,
    countrycodes: country.toLowerCase(),
    format: 'jsonv2',
    limit: '1',
  }
  for (const [name, value] of Object.entries(asked)) search.searchParams.set(name, value)
  return search
}

/** Null if the answer exceeds the limit. */
const boundedText = async (body: AsyncIterable<Buffer>): Promise<string | null> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
