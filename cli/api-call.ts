import { z } from 'zod'
import type { KeptKey } from './kept-keys.ts'

/** An error that the API returned. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

export const unreachable = (url: string): Refused =>
  new Refused(`${url} does not answer. Check that the platform is running there.`)

const Problem = z.object({ detail: z.string(), code: z.string() })

/** Makes one API call as the person who is logged in. Returns the body; throws on errors. */
export const callApi = async (
  { url, token }: Pick<KeptKey, 'url' | 'token'>,
  { method = 'GET', path, body }: { method?: string; path: string; body?: string | undefined },
): Promise<unknown> => {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body !== undefined && { body }),
  }).catch(() => {
    throw unreachable(url)
  })
  const text = await response.text()
  if (response.ok) return text === '' ? {} : JSON.parse(text)
  throw new Refused(describe(response.status, text))
}

const describe = (status: number, text: string): string => {
  try {
    const { detail, code } = Problem.parse(JSON.parse(text))
    return `${detail} (${status} ${code})`
  } catch {
    return `The platform answered ${status}.`
  }
}
