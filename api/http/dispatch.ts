import { csrfTokenOf } from '#platform/identity/sessions.ts'
import type { SignedIn } from '#platform/identity/create-identity.ts'
import type { Services } from '../services.ts'
import type { HttpContext } from './http-context.ts'

interface ApiCall {
  method: string
  path: string
  body?: object
}

export interface ApiAnswer {
  status: number
  body: Record<string, unknown>
}

/**
 * Calls an operation for the person who is signed in, as a page of this origin does: with every check of the
 * pipeline, its audit entries and its limits.
 */
export const dispatch = async (
  { platform, publicUrl }: Services,
  c: HttpContext,
  { session }: SignedIn,
  { method, path, body }: ApiCall,
): Promise<ApiAnswer> => {
  const headers = new Headers(body && { 'content-type': 'application/json' })
  for (const name of PASSED_ON) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  headers.set('accept', 'application/json')
  headers.set('x-csrf-token', csrfTokenOf(platform, session.id))
  headers.set('x-request-id', c.get('requestId'))
  const url = new URL(path, publicUrl)
  const request = new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answer = await c.get('callApi')(request)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const PASSED_ON = ['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'x-forwarded-for'] as const
