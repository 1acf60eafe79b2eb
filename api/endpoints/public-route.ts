import type { Hono } from 'hono'
import type { HttpContext, HttpEnv } from '../http/http-context.ts'
import { contextOf, refuse } from '../http/call.ts'
import { count, siteKey, type CredentialKind } from '../http/count.ts'
import { DEFAULT_LIMIT_PER_MINUTE } from '../http/rate-limit.ts'
import type { Services } from '../services.ts'

/** A minute: requests of one calendar feed, and wrong addresses of feeds from one caller's address. */
export const CALENDAR_LIMIT_PER_MINUTE = 300

/** A minute: messages to the webhook of one agent, and wrong addresses of webhooks from one caller's address. */
export const AGENT_WEBHOOK_LIMIT_PER_MINUTE = 300

/** A minute: events of the gateway of one payment account, and refused signatures from one caller's address. */
export const PAYMENT_WEBHOOK_LIMIT_PER_MINUTE = 1_200

/** With all other requests of the address that come without a token. */
const WITH_THE_ADDRESS: CredentialKind = { name: 'address', limit: DEFAULT_LIMIT_PER_MINUTE }

/** What a request may bring instead of an access token, and how its failures are counted. */
export const CREDENTIALS = {
  clientSecret: WITH_THE_ADDRESS,
  operatorToken: WITH_THE_ADDRESS,
  fileLink: WITH_THE_ADDRESS,
  oneTimeLink: { name: 'link', limit: 60 },
  agentWebhook: { name: 'agent-webhook', limit: AGENT_WEBHOOK_LIMIT_PER_MINUTE },
  paymentWebhook: { name: 'payment-webhook', limit: PAYMENT_WEBHOOK_LIMIT_PER_MINUTE },
  calendarFeed: { name: 'calendar', limit: CALENDAR_LIMIT_PER_MINUTE },
} satisfies Record<string, CredentialKind>

/** Answers a request of a public route; `action` names it in audit rows. */
export type Serve = (
  services: Services,
  c: HttpContext,
  action: string,
) => Response | Promise<Response>

/** A route that needs no access token, and is no operation. */
export type PublicRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'OPTIONS'
  /** With `{name}` parameters, as the document writes it. */
  path: string
  /** What the last parameter looks like, where not any segment will do. */
  pattern?: string
  /** What it is called in audit rows, metrics and log lines. */
  action: string
  serve: Serve
  /** Whether this deployment has it. */
  isServed?: (services: Services) => boolean
} & (
  | {
      credential: 'none'
      /** Counted by address before anything else, or not at all. */
      limit: 'address' | 'none'
    }
  | {
      credential: keyof typeof CREDENTIALS
      /** The credential is looked at first: a right one counts for itself, a wrong one for the address. */
      limit: 'credential'
    }
)

/** Mounted ahead of authentication: a route needs no token because it is in the table. */
export const mountPublicRoutes = (
  app: Hono<HttpEnv>,
  routes: readonly PublicRoute[],
  services: Services,
): void => {
  for (const route of routes)
    if (route.isServed?.(services) ?? true)
      app.on(route.method, routerPath(route), (c) => answer(services, route, c))
}

/** As the router writes it. */
export const routerPath = ({ path, pattern }: Pick<PublicRoute, 'path' | 'pattern'>): string =>
  path.replaceAll(/\{(\w+)\}/g, ':$1') + (pattern ? `{${pattern}}` : '')

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
