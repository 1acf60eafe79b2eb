import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Principal } from '#platform/identity/create-identity.ts'

/** What the middleware of app.ts has found out before any route runs. */
interface Variables {
  requestId: string
  address: string
  /** What is called, once that is known: an operation's id, or what refused the call. */
  operation?: string
  /** What every response of this request carries. */
  headers: Record<string, string>
  /** …and the cookies that it sets, by name. */
  cookies?: Record<string, string>
  /** The secret that the browser is known by, once one was read or made. */
  browser?: string
  /** Set once a response carries them. */
  sent?: boolean
  /** Who calls, where anybody is recognized. */
  caller: Principal | undefined
  /** Why the token that was sent is refused. */
  refusal?: unknown
}

export interface HttpEnv {
  Bindings: HttpBindings
  Variables: Variables
}

export type HttpContext = HonoContext<HttpEnv>
