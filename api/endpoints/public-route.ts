import type { Hono } from 'hono'
import type { HttpContext, HttpEnv } from '../http/http-context.ts'
import { contextOf, refuse } from '../http/call.ts'
import { count, siteKey, type CredentialKind } from '../http/count.ts'
import { DEFAULT_LIMIT_PER_MINUTE } from '../http/rate-limit.ts'
import { routerPath } from '../http/router-path.ts'
import type { Services } from '../services.ts'

/** Per minute: requests of one calendar feed, and wrong feed URLs per address. */
export const CALENDAR_LIMIT_PER_MINUTE = 300

/** Per minute: messages to one agent's webhook, and wrong webhook URLs per address. */
export const AGENT_WEBHOOK_LIMIT_PER_MINUTE = 300

/** Per minute: events of one payment account, and refused signatures per address. */
export const PAYMENT_WEBHOOK_LIMIT_PER_MINUTE = 1_200

/** Counts with all other requests of the address without a token. */
const WITH_THE_ADDRESS: CredentialKind = { name: 'address', limit: DEFAULT_LIMIT_PER_MINUTE }

/** The credential instead of an access token, and how failures are counted. */
export const CREDENTIALS = {
  clientSecret: WITH_THE_ADDRESS,
  operatorToken: WITH_THE_ADDRESS,
  fileLink: WITH_THE_ADDRESS,
  oneTimeLink: { name: 'link', limit: 60 },
  agentWebhook: { name: 'agent-webhook', limit: AGENT_WEBHOOK_LIMIT_PER_MINUTE },
  paymentWebhook: { name: 'payment-webhook', limit: PAYMENT_WEBHOOK_LIMIT_PER_MINUTE },
  calendarFeed: { name: 'calendar', limit: CALENDAR_LIMIT_PER_MINUTE },
} satisfies Record<string, CredentialKind>

/** Handles a public route's request; `action` names it in audit rows. */
export type Serve = (
  services: Services,
  c: HttpContext,
  action: string,
) => Response | Promise<Response>

/** A route without an access token that is not an operation. */
export type PublicRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'OPTIONS'
  /** With `{name}` parameters, as in the document. */
  path: string
  /** The pattern of the last parameter, if restricted. */
  pattern?: string
  /** Its name in audit rows, metrics and log lines. */
  action: string
  serve: Serve
  /** Whether this deployment serves it. */
  isServed?: (services: Services) => boolean
} & (
  | {
      credential: 'none'
      /** Counted by address first, or not at all. */
      limit: 'address' | 'none'
    }
  | {
      credential: keyof typeof CREDENTIALS
      /** The credential is checked first: a valid one has its own limit, an invalid one counts for the address. */
      limit: 'credential'
    }
)

/** Mounted before authentication: routes in this table need no token. */
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
