import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { METHOD_NAME_ALL } from 'hono/router'
import { DomainError } from '#platform/core/errors/errors.ts'
import { createAddressReader } from './http/client-address.ts'
import type { HttpContext, HttpEnv } from './http/http-context.ts'
import { contextOf, recognize, refuse, requestIdOf } from './http/call.ts'
import { announce, count, countClient, siteKey } from './http/count.ts'
import { SECURITY_HEADERS } from './http/headers.ts'
import { mountOperations, notTaken } from './http/mount.ts'
import { observe } from './http/observe.ts'
import { assertPlainTarget } from './http/request-target.ts'
import { mountMcp } from './endpoints/mcp.ts'
import { mountPublicRoutes } from './endpoints/public-route.ts'
import { PUBLIC_ROUTES } from './endpoints/public-routes.ts'
import { untouchedQuota } from './http/rate-limit.ts'
import { operations } from './resources/index.ts'
import type { Services } from './services.ts'

/** The whole API on one Hono application. */
export const createApp = (services: Services) => {
  const app = new Hono<HttpEnv>({ strict: true })
  app.use(identify(services, app))
  mountPublicRoutes(app, PUBLIC_ROUTES, services)
  app.use(recognizeCaller(services), limit(services))
  mountOperations(app, operations, services)
  mountMcp(app, services)
  app.notFound((c) =>
    refuse(services, c, contextOf(services, c, 'unknownRoute'), unknownRoute(app, c)),
  )
  app.onError((error, c) => refuse(services, c, contextOf(services, c, 'unknownRoute'), error))
  return app
}

const identify = (services: Services, app: Hono<HttpEnv>) => {
  const addressOf = createAddressReader(services.trustedProxyRanges)
  return createMiddleware<HttpEnv>(async (c, next) => {
    c.set('callApi', async (request) => app.fetch(request, c.env))
    c.set('requestId', requestIdOf(c.req.header('x-request-id')))
    c.set('address', addressOf(c.env?.incoming, c.req.header('x-forwarded-for')))
    c.set('headers', { 'X-Request-Id': c.get('requestId'), ...SECURITY_HEADERS })
    announce(services, c, untouchedQuota(services.platform.clock.now().getTime()))
    await observe(services, c, () => admit(services, c, next))
    if (!c.get('sent')) addHeaders(c)
  })
}

const admit = async (
  services: Services,
  c: HttpContext,
  next: () => Promise<void>,
): Promise<void> => {
  try {
    assertPlainTarget(c.env?.incoming)
  } catch (error) {
    c.res = await refuse(services, c, contextOf(services, c, 'unknownRoute'), error)
    return
  }
  await next()
}

/** Adds the common headers; a page or an OAuth response keeps its own. */
const addHeaders = (c: HttpContext): void => {
  const headers = new Headers({ ...c.get('headers') })
  for (const cookie of Object.values(c.get('cookies') ?? {})) headers.append('Set-Cookie', cookie)
  for (const [name, value] of c.res.headers) headers.set(name, value)
  c.res = new Response(c.res.body, { status: c.res.status, headers })
}

const recognizeCaller = (services: Services) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    await recognize(services, c)
    await next()
  })

const limit = (services: Services) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    try {
      const caller = c.get('caller')
      if (caller) await countClient(services, c, { ...caller, key: `client:${caller.callerId}` })
      else await count(services, c, { key: siteKey('address', c) })
    } catch (error) {
      return refuse(services, c, contextOf(services, c, 'rateLimit'), error)
    }
    return next()
  })

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The methods that the router has for a path. Only the first route of each method counts. */
const methodsOf = ({ router }: Hono<HttpEnv>, path: string): string[] =>
  METHODS.filter((method) => {
    const routes = router.match(method, path)[0].map(([[, route]]) => route)
    const first = routes.find((route) => route.method !== METHOD_NAME_ALL)
    return first !== undefined && first.handler !== notTaken
  }).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))

const unknownRoute = (app: Hono<HttpEnv>, c: HttpContext): DomainError => {
  const allowed = methodsOf(app, c.req.path)
  if (allowed.length === 0)
    return new DomainError(
      'not_found',
      'This path does not exist. GET /openapi.json lists all paths.',
    )
  c.get('headers')['Allow'] = allowed.join(', ')
  return new DomainError(
    'method_not_allowed',
    `This path does not accept this method. Use ${allowed.join(', ')}.`,
    {
      extra: { allowed },
    },
  )
}
