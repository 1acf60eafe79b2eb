import { findLeadForm, leadFormContext } from '#marketplace/lead-forms/find-lead-form.ts'
import { receiveIntake } from '#marketplace/lead-forms/receive-intake.ts'
import { viewLeadForm } from '#marketplace/lead-forms/view-lead-form.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { line } from '#platform/core/records/record.ts'
import { MINUTE_MS } from '#platform/core/time/time.ts'
import type { HttpContext } from '../http/http-context.ts'
import { contextOf, record, refuse, send, wantsPage } from '../http/call.ts'
import { count, siteKey, siteOfCaller } from '../http/count.ts'
import { asDomainError } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { readEntries } from './body-entries.ts'
import { givenBy } from './given-by.ts'
import { tagsOf } from './language-of.ts'
import type { LinkForm } from './link-form.ts'
import { refusalPage, type PageContent } from './link-page.ts'
import { sendPage } from './send-page.ts'
import type { Serve } from './public-route.ts'

/** Maximum number of submissions per minute: for a form from one address, and for a form in total. */
const PER_ADDRESS = 6
const PER_FORM = 120

/**
 * How long people take to fill in a page: not less than a few seconds, and they may reopen a page from the day
 * before.
 */
const FASTEST_MS = 3_000
const SLOWEST_MS = 24 * 60 * MINUTE_MS

/** A field that people cannot see and that bots fill in. */
const TRAP = 'website'
const STAMP = 'startedAt'

type Page = Omit<PageContent, 'language'> & { language: Language }

interface Answer {
  json: object
  page: Page
}

const answer = async (
  services: Services,
  c: HttpContext,
  action: string,
  endpoint: (ctx: Context, given: Record<string, unknown>) => Promise<Answer>,
): Promise<Response> => {
  // Until the form is known, the platform is the caller.
  let ctx: Context = contextOf(services, c, action)
  let given: Record<string, unknown> = {}
  try {
    const form = await findLeadForm(services.platform, c.req.param('id')!)
    ctx = leadFormContext({ ...ctx, httpStatus: 200 }, form)
    if (c.req.method === 'POST') {
      await count(
        services,
        c,
        { key: siteKey(`lead-form:${form.id}`, c), limit: PER_ADDRESS },
        { key: `lead-form:${form.id}`, limit: PER_FORM },
      )
      const { entries } = await readEntries(c.req.raw)
      given = givenBy(entries)
    }
    const { json, page } = await endpoint(ctx, given)
    return wantsPage(c)
      ? sendPage(c, 200, page)
      : send(c, 200, JSON.stringify(json), { 'Content-Type': 'application/json' })
  } catch (error) {
    const problem = await refuse(services, c, ctx, error)
    if (!wantsPage(c)) return problem
    const { code, issues } = asDomainError(error)
    return sendPage(
      c,
      problem.status,
      code === 'validation_failed'
        ? await formAgain(services, c, ctx, { given, issues })
        : { ...refusalPage(code, 'en'), language: 'en' },
    )
  }
}

/** The page of a public form, without an account, a script or tracking. */
export const showLeadForm: Serve = (services, c, action) =>
  answer(services, c, action, async (ctx) => {
    const { centre, language, title, paragraphs, fields, submit } = await viewed(c, ctx)
    const hidden = { [STAMP]: stamp(services, ctx) }
    await record(services, ctx, {
      outcome: 'ALLOWED',
      subject: { type: 'leadForm', id: ctx.actor.id },
    })
    return {
      json: { centre, title, paragraphs, fields, hidden },
      page: { language, centre, title, paragraphs, form: formOf(fields, submit, hidden, language) },
    }
  })

/** Accepts a submission. The response is the same for everybody, including bots. */
export const sendLeadForm: Serve = (services, c, action) =>
  answer(services, c, action, async (ctx, { [TRAP]: trap, [STAMP]: startedAt, ...given }) => {
    const asked = languagesOf(c)
    if (trap !== undefined) {
      const { language } = await viewed(c, ctx)
      await record(services, ctx, {
        outcome: 'ALLOWED',
        subject: { type: 'leadForm', id: ctx.actor.id },
      })
      return sent(language)
    }
    assertTakenTime(services, ctx, startedAt)
    const campaign = line(100).safeParse(c.req.query('campaign')).data
    const { language } = await receiveIntake(ctx, {
      id: ctx.actor.id,
      asked,
      given,
      campaign,
      askedFrom: siteOfCaller(c),
    })
    services.wakeRelay()
    return sent(language)
  })

const sent = (language: Language): Answer => {
  const say = textsOf('pages', 'lead-form', language)
  const content = { title: say('sent'), paragraphs: [say('check')] }
  return { json: content, page: { language, ...content } }
}

const viewed = (c: HttpContext, ctx: Context) =>
  viewLeadForm(ctx, { id: ctx.actor.id, asked: languagesOf(c) })

/** The language in the URL, otherwise those that the browser prefers. */
const languagesOf = (c: HttpContext): string[] => [
  ...(c.req.query('language') ? [c.req.query('language')!] : []),
  ...tagsOf(c),
]

const formOf = (
  fields: LinkForm['fields'],
  submit: string,
  hidden: Record<string, string>,
  language: Language,
): LinkForm => ({
  fields,
  submit,
  hidden,
  trap: { name: TRAP, label: textsOf('pages', 'lead-form', language)('trap') },
})

/** The time at which the page was opened, encrypted. */
const stamp = ({ platform }: Services, { actor }: Context): string =>
  platform.cipher.seal(String(platform.clock.now().getTime()), stampFor(actor.id))

const stampFor = (id: string) => `lead-form-opened/${id}`

const openedAt = ({ platform }: Services, { actor }: Context, given: unknown): number | null => {
  try {
    return Number(platform.cipher.open(String(given), stampFor(actor.id)))
  } catch {
    // The stamp is forged, belongs to another form or was made with an old key: the page must be opened again.
    return null
  }
}

const assertTakenTime = (services: Services, ctx: Context, given: unknown): void => {
  const opened = openedAt(services, ctx, given)
  const took = services.platform.clock.now().getTime() - (opened ?? 0)
  if (took >= FASTEST_MS && took <= SLOWEST_MS) return
  throw invalid(
    STAMP,
    'out_of_range',
    'The form was sent too quickly, or too long after it was opened. Open it again, and wait a few seconds before you send it.',
  )
}

/** Shows the page again with the input and its errors, so that nobody types a form twice. */
const formAgain = async (
  services: Services,
  c: HttpContext,
  ctx: Context,
  refused: Pick<LinkForm, 'given' | 'issues'>,
): Promise<Page> => {
  const { centre, language, title, paragraphs, fields, submit } = await viewed(c, ctx)
  const known = refused.given?.[STAMP]
  const opened = openedAt(services, ctx, known)
  const isFresh = opened !== null && services.platform.clock.now().getTime() - opened <= SLOWEST_MS
  const hidden = { [STAMP]: isFresh ? String(known) : stamp(services, ctx) }
  const form = { ...formOf(fields, submit, hidden, language), ...refused }
  return { language, centre, title, paragraphs, form }
}
