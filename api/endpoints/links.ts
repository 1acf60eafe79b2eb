import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { DomainError, isRefusal } from '#platform/core/errors/errors.ts'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { assertOpen, findLink } from '#messaging/links/find-link.ts'
import { linkContext, purposeOf } from '#messaging/links/link-context.ts'
import { viewLink } from '#messaging/links/view-link.ts'
import { redeemLink } from '#messaging/links/redeem-link.ts'
import type { Link, StoredFile } from '#messaging/links/link-purpose.ts'
import type { Services } from '../services.ts'
import type { HttpContext } from '../http/http-context.ts'
import { contextOf, record, refuse, send, wantsPage } from '../http/call.ts'
import { count, lookUp } from '../http/count.ts'
import { declaredLength } from '../http/json-body.ts'
import { readEntries } from './body-entries.ts'
import { givenBy } from './given-by.ts'
import { readFormWithFiles } from '../http/form-with-files.ts'
import { asksMoreOnly, type LinkForm } from './link-form.ts'
import { refusalPage, type PageContent } from './link-page.ts'
import { sendPage } from './send-page.ts'
import { asDomainError } from '../http/problem.ts'
import { CREDENTIALS, type Serve } from './public-route.ts'

interface Answer {
  json: object
  page: Omit<PageContent, 'language'>
}

type Given = Record<string, unknown>

/** A submission: its fields, and files that are stored but have no record yet. */
interface Sent {
  given: Given
  files: ReceivedFile[]
}
type ReceivedFile = StoredFile & { field: string }

type Endpoint = (services: Services, ctx: Context, link: Link, sent: Sent) => Promise<Answer>

const answer = async (services: Services, c: HttpContext, action: string, endpoint: Endpoint) => {
  // Until the link is known, the platform is the caller.
  let ctx: Context = contextOf(services, c, action)
  let link: Link | undefined
  const sent: Sent = { given: {}, files: [] }
  let isRecording = false
  try {
    link = await lookUp(services, c, CREDENTIALS.oneTimeLink, () =>
      findLink(services.platform, c.req.param('token') ?? ''),
    )
    await count(services, c, { key: `link-use:${link.id}` })
    ctx = linkContext({ ...ctx, httpStatus: 200 }, link)
    if (c.req.method === 'POST') {
      const outside = { ...ctx, platform: services.platform }
      await readAnswer(services, outside, link, c.req.raw, sent)
    }
    isRecording = true
    const { json, page } = await endpoint(services, ctx, link, sent)
    return wantsPage(c)
      ? sendPage(c, 200, { ...page, language: link.language })
      : send(c, 200, JSON.stringify(json), { 'Content-Type': 'application/json' })
  } catch (error) {
    // If the result of COMMIT is unknown, records may refer to the files, so `tidyFiles` decides later.
    if (!isRecording || isRefusal(error)) for (const { discard } of sent.files) await discard()
    const problem = await refuse(services, c, ctx, error)
    if (!wantsPage(c)) return problem
    const { code, issues } = asDomainError(error)
    return sendPage(
      c,
      asksMoreOnly(issues) ? 200 : problem.status,
      link && AGAIN.has(code)
        ? await formAgain(ctx, link, { given: sent.given, issues, notKept: fieldsOf(sent) })
        : refusalPage(code, link?.language ?? 'en'),
    )
  }
}

/** The fields of valid files that are discarded together with the form. */
const fieldsOf = ({ files }: Sent): string[] => files.map(({ field }) => field)

/** Errors that a person can correct on the page. */
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

const redeem: Endpoint = async (services, ctx, link, { given, files }) => {
  const receipt = await redeemLink(ctx, link, given, files)
  services.wakeRelay()
  return { json: receipt, page: receipt }
}

/**
 * Serves single-use links. They are not operations: their users need no login, and are people as often as
 * programs, so `Accept` selects HTML or JSON.
 */
export const showLink: Serve = (services, c, action) => answer(services, c, action, view)
export const answerLink: Serve = (services, c, action) => answer(services, c, action, redeem)

/** Shows the page again with the input and its errors, so that nobody types a form twice. */
const formAgain = async (
  ctx: Context,
  link: Link,
  refused: Pick<LinkForm, 'given' | 'issues' | 'notKept'>,
): Promise<PageContent> => {
  const { centre, title, paragraphs, list, ...form } = await viewLink(ctx, link, refused.given)
  return { language: link.language, centre, title, paragraphs, list, form: { ...form, ...refused } }
}

/** In a form, an empty field counts as absent, and a repeated name has all its values. */
const readAnswer = async (
  services: Services,
  ctx: OutsideContext,
  link: Link,
  request: Request,
  sent: Sent,
): Promise<void> => {
  if (isMultipart(request)) return receiveFiles(services, ctx, link, request, sent)
  const { isForm, entries } = await readEntries(request)
  sent.given = isForm ? givenBy(entries) : Object.fromEntries(entries)
}

const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')

/** Stores the files of a form one by one. The other fields are returned even if a file is refused. */
const receiveFiles = async (
  services: Services,
  ctx: OutsideContext,
  link: Link,
  request: Request,
  sent: Sent,
): Promise<void> => {
  const { receive } = purposeOf(ctx, link)
  if (!receive)
    throw new DomainError(
      'unsupported_media_type',
      'This link does not accept files. Send the answer without files.',
    )
  assertOpen(link, ctx.platform.clock.now())
  using _ = services.uploads.reserveForm(ctx.tenantId, declaredLength(request))
  const { entries, refusal } = await readFormWithFiles(request, async (file) => {
    const stored = await receive(ctx, link, file)
    sent.files.push({ ...stored, field: file.field })
  })
  sent.given = givenBy(entries)
  if (refusal) throw refusal.error
}
