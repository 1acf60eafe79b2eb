import type { Hono } from 'hono'
import { DomainError, invalid } from '../../domain/core/errors.ts'
import type { Context } from '../../domain/core/context.ts'
import { findLink } from '../../domain/links/find-link.ts'
import { linkContext, redeemLink, viewLink } from '../../domain/links/follow-link.ts'
import type { Link } from '../../domain/links/purpose.ts'
import type { Language } from '../../domain/messages/templates/define-template.ts'
import type { Services } from '../services.ts'
import { contextOf, record, refuse, send, type HttpContext, type HttpEnv } from './call.ts'
import { parseJson, readBody } from './json-body.ts'
import { LINK_PAGE_POLICY, linkPage, refusalPage, type PageContent } from './link-page.ts'
import { asDomainError } from './problem.ts'

/** A minute, per address: enough for a person, and for a family behind one address. */
export const LINK_LIMIT_PER_MINUTE = 60

/**
 * One-time links. They are not operations: whoever holds one needs no login, and is a person with a
 * browser as often as a program, so `Accept` decides between a page and JSON.
 */
export const mountLinks = (app: Hono<HttpEnv>, services: Services): void => {
  app.get('/l/:token', (c) => answer(services, c, 'viewLink', view))
  app.post('/l/:token', (c) => answer(services, c, 'redeemLink', redeem))
}

interface Answer {
  json: object
  page: Omit<PageContent, 'language'>
}

type Endpoint = (services: Services, c: HttpContext, ctx: Context, link: Link) => Promise<Answer>

const answer = async (services: Services, c: HttpContext, action: string, endpoint: Endpoint) => {
  c.set('operation', action)
  // Until the link is known, the call is the platform's.
  let ctx = contextOf(services, c, action)
  let language: Language = 'en'
  try {
    const link = await findLink(services.platform, c.req.param('token') ?? '')
    language = link.language
    ctx = linkContext({ ...ctx, httpStatus: 200 }, link)
    const { json, page } = await endpoint(services, c, ctx, link)
    return wantsPage(c)
      ? sendPage(c, 200, { ...page, language })
      : send(c, 200, JSON.stringify(json), { 'Content-Type': 'application/json' })
  } catch (error) {
    const problem = await refuse(services, c, ctx, error)
    return wantsPage(c)
      ? sendPage(c, problem.status, refusalPage(asDomainError(error).code, language))
      : problem
  }
}

const view: Endpoint = async (services, _c, ctx, link) => {
  const { title, paragraphs, fields, submit } = await viewLink(ctx, link)
  const { id, purpose, expiresAt } = link
  await record(services, ctx, { outcome: 'allowed', subject: { type: 'oneTimeLink', id } })
  return {
    json: { purpose, title, paragraphs, fields, expiresAt: expiresAt.toISOString() },
    page: { title, paragraphs, form: { fields, submit } },
  }
}

const redeem: Endpoint = async (services, c, ctx, link) => {
  const receipt = await redeemLink(ctx, link, await readAnswer(c.req.raw))
  services.wakeRelay()
  return { json: receipt, page: receipt }
}

/** A JSON object, or what a form sends: there, fields that were left empty are not sent at all. */
const readAnswer = async (request: Request): Promise<Record<string, unknown>> => {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') {
    const value = parseJson(await readBody(request))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
    throw invalid('', 'invalid_type', 'The body must be a JSON object.')
  }
  if (type === 'application/x-www-form-urlencoded') {
    const pairs = [...new URLSearchParams(await readBody(request))]
    const [broken] = pairs.find((pair) => pair.some((text) => text.includes('\u0000'))) ?? []
    if (broken !== undefined) throw invalid(broken, 'invalid_format', `${broken} contains NUL.`)
    return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
  }
  throw new DomainError(
    'unsupported_media_type',
    'Send Content-Type: application/json or application/x-www-form-urlencoded.',
  )
}

/** Browsers ask for HTML by name; programs do not. */
const wantsPage = (c: HttpContext) => (c.req.header('accept') ?? '').includes('text/html')

const sendPage = (c: HttpContext, status: number, content: PageContent) =>
  send(c, status, linkPage(content), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': LINK_PAGE_POLICY,
  })
