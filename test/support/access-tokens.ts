/** Access tokens for tests that run longer than a token lives. */
import type { ApiAnswer, ApiClient, ApiRequest } from './api.ts'
import { onceEach } from './once.ts'

type Credentials = Pick<ApiClient, 'clientId' | 'clientSecret'>
type Send = <Body>(request: ApiRequest) => Promise<ApiAnswer<Body>>

/** Renewed this long before expiry: no request takes longer. */
const RENEWED_BEFORE_MS = 120_000

/**
 * Requests tokens of a key, one per scope, and caches each until shortly before its end.
 * @param send sends without a token
 * @param now the current instant by the clock of the issuing platform
 */
export const keepTokens = (
  { clientId, clientSecret }: Credentials,
  send: Send,
  now: () => number,
): ((scope?: string) => Promise<string>) => {
  const take = async (scope: string | undefined) => {
    const takenAt = now()
    const { status, body, text } = await send<{ access_token: string; expires_in: number }>({
      method: 'POST',
      path: '/oauth/token',
      json: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        ...(scope !== undefined && { scope }),
      },
    })
    if (status !== 200) throw new Error(`No access token: ${status} ${text}`)
    const renewAt = takenAt + body.expires_in * 1_000 - RENEWED_BEFORE_MS
    return { token: body.access_token, takenAt, renewAt }
  }
  let kept = onceEach(take)
  return async (scope) => {
    const current = kept
    const { token, takenAt, renewAt } = await current(scope)
    const instant = now()
    // A test may also have set the clock back to before the token was issued.
    if (takenAt <= instant && instant < renewAt) return token
    if (kept === current) kept = onceEach(take)
    return (await kept(scope)).token
  }
}
