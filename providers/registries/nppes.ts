import { z } from 'zod'
import {
  RegistryUnavailableError,
  type LicenseRegistry,
  type RegistryQuestion,
  type RegistryRecord,
} from './license-registry.ts'

/** The limit for one request, including the answer. */
const TIMEOUT_MS = 10_000
/** A provider with many practices has some tens of kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024

/** https://npiregistry.cms.hhs.gov/api-page, version 2.1: the members that we compare. */
const Person = z.object({
  number: z.coerce.string(),
  basic: z.object({
    first_name: z.string().default(''),
    last_name: z.string().default(''),
    status: z.string().default(''),
  }),
  other_names: z
    .array(z.object({ first_name: z.string().default(''), last_name: z.string().default('') }))
    .default([]),
  taxonomies: z
    .array(
      z.object({
        code: z.string().default(''),
        license: z.string().nullish(),
        state: z.string().nullish(),
      }),
    )
    .default([]),
})
const Answer = z.object({ result_count: z.int().min(0), results: z.array(Person) })

/** Professions by the first characters of NUCC taxonomy codes. */
const PROFESSIONS: readonly (readonly [string, string])[] = [
  ['235Z', 'SPEECH_LANGUAGE_PATHOLOGIST'],
  ['225X', 'OCCUPATIONAL_THERAPIST'],
  ['2251', 'PHYSICAL_THERAPIST'],
  ['103T', 'PSYCHOLOGIST'],
  ['103G', 'PSYCHOLOGIST'],
  ['103K', 'BEHAVIOR_ANALYST'],
  ['1041', 'SOCIAL_WORKER'],
  ['231H', 'AUDIOLOGIST'],
  ['207', 'PHYSICIAN'],
  ['208', 'PHYSICIAN'],
  ['163W', 'NURSE'],
  ['363L', 'NURSE'],
  ['133V', 'DIETITIAN'],
  ['101Y', 'COUNSELOR'],
  ['225A', 'MUSIC_THERAPIST'],
  ['2217', 'ART_THERAPIST'],
]

/**
 * The public registry of national provider identifiers, or a service with its interface (`GET
 * /api/?version=2.1`). It is queried only by identifier, without redirects, and with limits on bytes and time.
 * It has no license dates.
 * @param url the service's address, without `/api`
 * @param userAgent identifies the caller
 */
export const createNppes = (
  { url, userAgent }: { url: string; userAgent: string },
  { timeoutMs = TIMEOUT_MS } = {},
): LicenseRegistry => ({
  name: 'nppes',
  find: async ({ npi }: RegistryQuestion): Promise<RegistryRecord | null> => {
    const { results } = await ask(searchUrl(url, npi), userAgent, timeoutMs)
    const [person, ...others] = results
    if (!person) return null
    if (others.length > 0) throw new RegistryUnavailableError('One identifier has several answers')
    return recordOf(person)
  },
})

const searchUrl = (url: string, npi: string): URL => {
  const search = new URL(`${url.replace(/\/$/, '')}/api/`)
  search.searchParams.set('version', '2.1')
  search.searchParams.set('number', npi)
  return search
}

const ask = async (url: URL, userAgent: string, timeoutMs: number) => {
  const { request } = await import('undici')
  try {
    const { statusCode, body } = await request(url, {
      headers: { 'user-agent': userAgent, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (statusCode !== 200) {
      await body.dump()
      throw new RegistryUnavailableError(`The registry answered ${statusCode}`)
    }
    return Answer.parse(JSON.parse(await boundedText(body)))
  } catch (error) {
    if (error instanceof RegistryUnavailableError) throw error
    // The registry's answer may name people, so it is not kept.
    throw new RegistryUnavailableError('The registry could not be reached or understood')
  }
}

const boundedText = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new RegistryUnavailableError('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const recordOf = ({ number, basic, other_names, taxonomies }: z.infer<typeof Person>) => ({
  npi: number,
  isActive: basic.status === 'A',
  names: [basic, ...other_names].map(({ first_name: first, last_name: last }) => ({ first, last })),
  licenses: taxonomies.flatMap(({ code, license, state }) =>
    license && state
      ? [{ number: license, state: `US-${state.toUpperCase()}`, profession: professionOf(code) }]
      : [],
  ),
})

const professionOf = (code: string): string | null =>
  PROFESSIONS.find(([start]) => code.startsWith(start))?.[1] ?? null
