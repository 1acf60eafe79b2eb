import type { Hono } from 'hono'
import type { HttpContext, HttpEnv } from '../http/http-context.ts'
import { contextOf, refuse } from '../http/call.ts'
import { count, siteKey, type CredentialKind } from '../http/count.ts'
import { DEFAULT_LIMIT_PER_MINUTE } from '../http/rate-limit.ts'
import { routerPath } from '../http/router-path.ts'
import type { Services } from '../services.ts'

/** The limit per minute for requests of a calendar feed, and for wrong feed URLs per address. */
export const CALENDAR_LIMIT_PER_MINUTE = 300

/** The limit per minute for messages to an agent's webhook, and for wrong webhook URLs per address. */
export const AGENT_WEBHOOK_LIMIT_PER_MINUTE = 300

/** The limit per minute for events of a payment account, and for refused signatures per address. */
export const PAYMENT_WEBHOOK_LIMIT_PER_MINUTE = 1_200

/** The limit per minute for receipts and replies of a centre, and for refused signatures per address. */
export const TEXT_WEBHOOK_LIMIT_PER_MINUTE = 1_200

/** Counted together with all other requests of the address that have no token. */
const WITH_THE_ADDRESS: CredentialKind = { name: 'address', limit: DEFAULT_LIMIT_PER_MINUTE }

/** The credential that replaces an access token, and how its failures are counted. */
export const CREDENTIALS = {
  clientSecret: WITH_THE_ADDRESS,
  operatorToken: WITH_THE_ADDRESS,
  fileLink: WITH_THE_ADDRESS,
  oneTimeLink: { name: 'link', limit: 60 },
  agentWebhook: { name: 'agent-webhook', limit: AGENT_WEBHOOK_LIMIT_PER_MINUTE },
  paymentWebhook: { name: 'payment-webhook', limit: PAYMENT_WEBHOOK_LIMIT_PER_MINUTE },
  textWebhook: { name: 'text-webhook', limit: TEXT_WEBHOOK_LIMIT_PER_MINUTE },
  mailEvents: { name: 'mail-events', limit: TEXT_WEBHOOK_LIMIT_PER_MINUTE },
  calendarFeed: { name: 'calendar', limit: CALENDAR_LIMIT_PER_MINUTE },
} satisfies Record<string, CredentialKind>

/** Handles a request to a public route. `action` is its name in audit rows. */
export type Serve = (
  services: Services,
  c: HttpContext,
  action: string,
) => Response | Promise<Response>

/** A route that needs no access token and is not an operation. */
export type PublicRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'OPTIONS'
  /** The path with `{name}` parameters, as in the document. */
  path: string
  /** A pattern for the last parameter, if it is restricted. */
  pattern?: string
  /** The route's name in audit rows, metrics and log lines. */
  action: string
  serve: Serve
  /** Whether this deployment serves the route. */
  isServed?: (services: Services) => boolean
} & (
  | {
      credential: 'none'
      /** Counted per address first, or not at all. */
      limit: 'address' | 'none'
    }
  | {
      credential: keyof typeof CREDENTIALS
      /** The credential is checked first: a valid one has its own limit, and an invalid one counts for the address. */
      limit: 'credential'
    }
)

/** Mounted before the authentication, because the routes in this table need no token. */
export const mountPublicRoutes = (
  app: Hono<HttpEnv>,
  routes: readonly PublicRoute[],
  services: Services,
): void => {
  for (const route of routes)
    if (route.isServed?.(services) ?? true)
      app.on(route.method, routerPath(route), (c) => answer(services, route, c))
}

const answer = async (
  services: Services,
  { limit, action, serve }: PublicRoute,
  c: HttpContext,
): Promise<Response> => {
  if (limit === 'address') {
    try {
      await count(services, c, { key: siteKey('address', c) })
    } catch (error) {
      return refuse(services, c, contextOf(services, c, 'rateLimit'), error)
    }
  }
  c.set('operation', action)
  return serve(services, c, action)
}
