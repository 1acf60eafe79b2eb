import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Principal } from '#platform/identity/create-identity.ts'

/** Variables that the middleware of app.ts sets before any route runs. */
interface Variables {
  requestId: string
  address: string
  /** The id of the operation, or the reason why none was called. Undefined until it is known. */
  operation?: string
  /** Headers for every response to this request. */
  headers: Record<string, string>
  /** Cookies for the response, keyed by name. */
  cookies?: Record<string, string>
  /** The secret that identifies the browser, once it has been read or created. */
  browser?: string
  /** Set once a response contains the cookies. */
  sent?: boolean
  /** The authenticated caller, if any. */
  caller: Principal | undefined
  /** Calls an operation as a request of its own, for pages (api/http/dispatch.ts). */
  callApi: (request: Request) => Promise<Response>
  /** Why the token was refused. */
  refusal?: unknown
}

export interface HttpEnv {
  Bindings: HttpBindings
  Variables: Variables
}

export type HttpContext = HonoContext<HttpEnv>
