import { DomainError, type ErrorCode } from '#platform/core/errors.ts'
import type { Context, OutsideContext } from '#platform/core/context.ts'
import { assertOpen, findLink } from '#messaging/links/find-link.ts'
import { linkContext, purposeOf } from '#messaging/links/link-context.ts'
import { viewLink } from '#messaging/links/view-link.ts'
import { redeemLink } from '#messaging/links/redeem-link.ts'
import type { Link } from '#messaging/links/link-purpose.ts'
import type { Services } from '../services.ts'
import { contextOf, record, refuse, send, wantsPage, type HttpContext } from '../http/call.ts'
import { count, lookUp } from '../http/count.ts'
import { declaredLength } from '../http/json-body.ts'
import { readEntries } from './body-entries.ts'
import { givenBy } from './given-by.ts'
import { readFormWithFiles } from '../http/form-with-files.ts'
import { asksMoreOnly, refusalPage, type LinkForm, type PageContent } from './link-page.ts'
import { sendPage } from './send-page.ts'
import { asDomainError } from '../http/problem.ts'
import { CREDENTIALS, type Serve } from './public-route.ts'

interface Answer {
  json: object
  page: Omit<PageContent, 'language'>
}

type Given = Record<string, unknown>
type Endpoint = (services: Services, ctx: Context, link: Link, given: Given) => Promise<Answer>

const answer = async (services: Services, c: HttpContext, action: string, endpoint: Endpoint) => {
  // Until the link is known, the call is the platform's.
  let ctx: Context = contextOf(services, c, action)
  let link: Link | undefined
  let given: Given = {}
  try {
    link = await lookUp(services, c, CREDENTIALS.oneTimeLink, () =>
      findLink(services.platform, c.req.param('token') ?? ''),
    )
    await count(services, c, { key: `link-use:${link.id}` })
    ctx = linkContext({ ...ctx, httpStatus: 200 }, link)
    if (c.req.method === 'POST') {
      const outside = { ...ctx, platform: services.platform }
      const { refusal, ...read } = await readAnswer(services, outside, link, c.req.raw)
      given = read.given
      if (refusal) throw refusal.error
    }
    const { json, page } = await endpoint(services, ctx, link, given)
    return wantsPage(c)
      ? sendPage(c, 200, { ...page, language: link.language })
      : send(c, 200, JSON.stringify(json), { 'Content-Type': 'application/json' })
  } catch (error) {
    const problem = await refuse(services, c, ctx, error)
    if (!wantsPage(c)) return problem
    const { code, issues } = asDomainError(error)
    return sendPage(
      c,
      asksMoreOnly(issues) ? 200 : problem.status,
      link && AGAIN.has(code)
        ? await formAgain(ctx, link, { given, issues })
        : refusalPage(code, link?.language ?? 'en'),
    )
  }
}

/** Refusals that the person on the page can mend there. */
const AGAIN: ReadonlySet<ErrorCode> = new Set(['validation_failed', 'file_refused'])

const view: Endpoint = async (services, ctx, link) => {
  const { centre, title, paragraphs, list, fields, submit, ...more } = await viewLink(ctx, link)
  const { id, purpose, expiresAt } = link
  await record(services, ctx, { outcome: 'ALLOWED', subject: { type: 'oneTimeLink', id } })
  return {
    json: {
      purpose,
      centre,
      title,
      paragraphs,
      ...(list && { list }),
      fields,
      expiresAt: expiresAt.toISOString(),
    },
    page: { centre, title, paragraphs, list, form: { fields, submit, ...more } },
  }
}

const redeem: Endpoint = async (services, ctx, link, given) => {
  const receipt = await redeemLink(ctx, link, given)
  services.wakeRelay()
  return { json: receipt, page: receipt }
}

/**
 * One-time links. They are not operations: the holder needs no login, and is a person with a
 * browser as often as a program, so `Accept` decides between a page and JSON.
 */
export const showLink: Serve = (services, c, action) => answer(services, c, action, view)
export const answerLink: Serve = (services, c, action) => answer(services, c, action, redeem)

/** The page once more, with what was entered and what is wrong with it: nobody types a form twice. */
const formAgain = async (
  ctx: Context,
  link: Link,
  refused: Pick<LinkForm, 'given' | 'issues'>,
): Promise<PageContent> => {
  const { centre, title, paragraphs, list, ...form } = await viewLink(ctx, link, refused.given)
  return { language: link.language, centre, title, paragraphs, list, form: { ...form, ...refused } }
}

/** Of a form, fields that were left empty count as not sent, and a name given twice has both. */
const readAnswer = async (
  services: Services,
  ctx: OutsideContext,
  link: Link,
  request: Request,
): Promise<{ given: Given; refusal?: { error: unknown } }> => {
  if (isMultipart(request)) {
    const { entries, ...rest } = await receiveFiles(services, ctx, link, request)
    return { given: givenBy(entries), ...rest }
  }
  const { isForm, entries } = await readEntries(request)
  return { given: isForm ? givenBy(entries) : Object.fromEntries(entries) }
}

const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')

/** Keeps the files of a form, and answers what else it says. Memory is taken for one at a time. */
const receiveFiles = async (
  services: Services,
  ctx: OutsideContext,
  link: Link,
  request: Request,
) => {
  const { receive } = purposeOf(ctx, link)
  if (!receive) throw new DomainError('unsupported_media_type', 'This link takes no files.')
  assertOpen(link, ctx.platform.clock.now())
  using _ = services.uploads.reserveForm(ctx.tenantId, declaredLength(request))
  return readFormWithFiles(request, (file) => receive(ctx, link, file))
}
