import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Principal } from '#platform/identity/create-identity.ts'

/** Set by the middleware of app.ts before any route runs. */
interface Variables {
  requestId: string
  address: string
  /** The operation's id, or the reason why none was called. Undefined until it is known. */
  operation?: string
  /** Headers of every response to this request. */
  headers: Record<string, string>
  /** …and its cookies, by name. */
  cookies?: Record<string, string>
  /** The secret that identifies the browser, once it was read or created. */
  browser?: string
  /** Set once a response carries them. */
  sent?: boolean
  /** The authenticated caller, if any. */
  caller: Principal | undefined
  /** Why the token was refused. */
  refusal?: unknown
}

export interface HttpEnv {
  Bindings: HttpBindings
  Variables: Variables
}

export type HttpContext = HonoContext<HttpEnv>
