import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { SCOPES } from '#platform/core/access/permissions.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { createWorld, type World, type WorldApi } from '../contract/world.ts'
import { keepTokens } from '../support/access-tokens.ts'
import type { ApiAnswer, ApiClient, ApiRequest } from '../support/api.ts'
import { MULTIPART, multipart } from '../support/multipart.ts'
import type { Centre } from './centre.ts'
import type { Site } from './site.ts'

/** The date of the contract suite's fixtures. */
const FIXTURES_AT = Date.parse('2026-11-24T00:00:00Z')

/** The contract suite's fixtures on the site's processes: the clock is real there, so dates are shifted to now. */
export const openDrillWorld = async (
  site: Site,
  { ctx, tenantId }: Centre,
  marker: string,
): Promise<World> => {
  const url = site.apis[0]!.url
  const weeks = Math.round((Date.now() - FIXTURES_AT) / (7 * DAY_MS))
  const moved = (text: string) =>
    text.replaceAll(/\b20\d\d-\d\d-\d\d/g, (date) =>
      new Date(Date.parse(date) + weeks * 7 * DAY_MS).toISOString().slice(0, 10),
    )
  const send = async <Body>(
    token: string | undefined,
    { method = 'GET', path, headers = {}, json, form, body }: ApiRequest,
  ): Promise<ApiAnswer<Body>> => {
    // Text that guardians enter through a link is free text too.
    const said = path.startsWith('/links/') && json ? { ...json, comment: marker } : json
    const sent = form ? multipart(form) : body
    const response = await fetch(url + moved(path), {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(said !== undefined && { 'content-type': 'application/json' }),
        ...(form && { 'content-type': MULTIPART }),
        ...headers,
      },
      ...(said !== undefined ? { body: moved(JSON.stringify(said)) } : sent && { body: sent }),
    })
    const text = await response.text()
    const parsed = (text.startsWith('{') ? JSON.parse(text) : text) as Body
    return { status: response.status, headers: response.headers, text, body: parsed }
  }
  const createClient = async (): Promise<ApiClient> => {
    const { clientId, clientSecret } = await createApiKey(ctx, {
      name: 'Drill',
      scopes: [...SCOPES],
      rateLimitPerMinute: 1_000_000,
    })
    const anonymous = <Body>(request: ApiRequest) => send<Body>(undefined, request)
    const token = keepTokens({ clientId, clientSecret }, anonymous, Date.now)
    const sendAs = async <Body>(request: ApiRequest) => send<Body>(await token(), request)
    return {
      tenantId,
      clientId,
      clientSecret,
      token,
      send: sendAs,
      get: (path) => sendAs({ path }),
      post: (path, posted) => sendAs({ method: 'POST', path, json: posted }),
      patch: (path, patched) => sendAs({ method: 'PATCH', path, json: patched }),
    }
  }
  const api: WorldApi = {
    services: { platform: site.platform },
    names: site.names,
    query: (text, values) => site.query(text, values),
    createClient,
    anonymous: () => ({
      send: (request) => send(undefined, request),
      get: (path) => send(undefined, { path }),
      post: (path, json) => send(undefined, { method: 'POST', path, json }),
    }),
  }
  return createWorld(api, await createClient())
}
