import { getTenantSettings } from '#organization/tenants/queries.ts'
import { allowDelegatedKey, notAllowed } from '#staff/delegated-keys/allow-delegated-key.ts'
import {
  offeredDays,
  readAuthorizationRequest,
  type AuthorizationRequest,
} from '#staff/delegated-keys/rules.ts'
import { getMe } from '#staff/users/get-me.ts'
import { record } from '../http/call.ts'
import { count } from '../http/count.ts'
import { assertSameOrigin } from '../http/session-cookie.ts'
import { allowPage, backPage, refusedRequestPage, signInFirstPage } from './authorize-page.ts'
import { readParameters, type Parameters } from './oauth-request.ts'
import type { Serve } from './public-route.ts'
import { asPerson, callerOf, guarded, sendPage } from './sign-in.ts'

/** Maximum number of answers per person and minute. */
const ANSWERS_PER_MINUTE = 10

/** Asks the signed-in person to authorize a program (RFC 6749 §4.1.1). */
export const showAuthorization: Serve = (services, c, action) =>
  guarded(
    services,
    c,
    action,
    async (ctx) => {
      const parameters = new Map(new URL(c.req.url).searchParams)
      const request = readAuthorizationRequest(parameters)
      const caller = await callerOf(services, c)
      if (!caller) return sendPage(c, 200, signInFirstPage(authorizationPath(parameters)))
      const theirs = asPerson(ctx, caller)
      const [person, { delegatedKeyLongestDays: longest }] = await Promise.all([
        getMe(theirs),
        getTenantSettings(theirs, 'me:read'),
      ])
      if (longest === 0) throw notAllowed()
      const days = offeredDays(longest)
      return sendPage(c, 200, allowPage({ request, person, days, parameters }))
    },
    refusedRequestPage,
  )

/** Processes the person's answer and returns the code for the program. */
export const answerAuthorization: Serve = (services, c, action) =>
  guarded(
    services,
    c,
    action,
    async (ctx) => {
      assertSameOrigin(services, c)
      const parameters = await readParameters(c.req.raw)
      const request = readAuthorizationRequest(parameters)
      const caller = await callerOf(services, c)
      if (!caller) return sendPage(c, 200, signInFirstPage(authorizationPath(parameters)))
      await count(services, c, { key: `delegate:${caller.callerId}`, limit: ANSWERS_PER_MINUTE })
      const theirs = asPerson(ctx, caller)
      if (parameters.get('decision') !== 'allow') {
        await record(services, theirs, { outcome: 'ALLOWED', httpStatus: 200 })
        return sendPage(c, 200, backPage(wayBack(request, { error: 'access_denied' })))
      }
      const days = Number(parameters.get('days'))
      const code = await allowDelegatedKey(theirs, { ...request, days })
      return sendPage(c, 200, backPage(wayBack(request, { code }), code))
    },
    refusedRequestPage,
  )

const authorizationPath = (parameters: Parameters): string =>
  `/oauth/authorize?${new URLSearchParams([...parameters]).toString()}`

/** The URL of the program that asks; undefined if the code is copied by hand. */
const wayBack = (
  { redirectUri, state }: AuthorizationRequest,
  answer: Record<string, string>,
): URL | undefined => {
  if (redirectUri === undefined) return undefined
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }) }))
    url.searchParams.set(name, value)
  return url
}
