import { createHash } from 'node:crypto'
import type { Context } from '#platform/core/context/context.ts'
import { feedContext, findFeed } from '#scheduling/calendar-feeds/find-feed.ts'
import { readFeed, REFRESH_MINUTES } from '#scheduling/calendar-feeds/read-feed.ts'
import type { HttpContext } from '../http/http-context.ts'
import { contextOf, record, refuse, send } from '../http/call.ts'
import { count, lookUp } from '../http/count.ts'
import { CALENDAR_LIMIT_PER_MINUTE, CREDENTIALS, type Serve } from './public-route.ts'

/** Serves calendar feeds. They are not operations: the URL contains the only token of the calendar program. */
export const readCalendar: Serve = async (services, c, action) => {
  // Until the feed is known, the platform is the caller.
  let ctx: Context = contextOf(services, c, action)
  try {
    const token = c.req.param('file')!.replace(/\.ics$/, '')
    const feed = await lookUp(services, c, CREDENTIALS.calendarFeed, () =>
      findFeed(services.platform, token),
    )
    await count(services, c, { key: `calendar-use:${feed.id}`, limit: CALENDAR_LIMIT_PER_MINUTE })
    ctx.tenantId = feed.tenantId
    ctx = await feedContext(ctx, feed)
    const body = await readFeed(ctx, feed, new URL(services.publicUrl).hostname)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const known = matches(c.req.header('if-none-match'), etag)
    const status = known ? 304 : 200
    const subject = { type: 'calendarFeed', id: feed.id } as const
    await record(services, { ...ctx, httpStatus: status }, { outcome: 'ALLOWED', subject })
    const headers = { ETag: etag, 'Cache-Control': `private, max-age=${REFRESH_MINUTES * 60}` }
    if (known) return sendNothing(c, headers)
    return send(c, 200, body, { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' })
  } catch (error) {
    return refuse(services, c, ctx, error)
  }
}

/** Weak comparison, as RFC 9110 requires for reads, because proxies that compress add `W/`. */
const matches = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false

/** A 304 has no body, not even an empty one. */
const sendNothing = (c: HttpContext, headers: Record<string, string>): Response => {
  c.set('sent', true)
  return new Response(null, { status: 304, headers: { ...c.get('headers'), ...headers } })
}
