import { findCentres } from '#messaging/messages/find-centres.ts'
import { reportContext } from '#messaging/messages/report-context.ts'
import { receiveReceipt, type Receipt } from '#messaging/messages/receive-receipt.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { isSigned, readMailEvents, type MailEvent } from '../../providers/mail/mail-events.ts'
import { contextOf, refuse, send } from '../http/call.ts'
import { lookUp } from '../http/count.ts'
import { parseJson, readBody } from '../http/json-body.ts'
import { CREDENTIALS, type Serve } from './public-route.ts'

/**
 * Receives bounces and complaints from the mail server, signed as in Standard Webhooks. Events of unknown
 * messages are ignored, and so are repeated ones.
 */
export const receiveMailEvents: Serve = async (services, c, action) => {
  const ctx: Context = contextOf(services, c, action)
  try {
    const body = await readBody(c.req.raw)
    const signed = {
      body,
      id: c.req.header('webhook-id') ?? '',
      timestamp: c.req.header('webhook-timestamp') ?? '',
      signature: c.req.header('webhook-signature') ?? '',
    }
    await lookUp(services, c, CREDENTIALS.mailEvents, () => {
      if (isSigned(services.mailEventsSecret!, signed, services.platform.clock.now()))
        return Promise.resolve()
      throw new DomainError(
        'signature_refused',
        'The signature was not made with MAIL_EVENTS_SECRET, or is older than 5 minutes.',
      )
    })
    const events = readMailEvents(parseJson(body))
    if (!events) throw invalid('events', 'invalid_type', 'Send a list of events.')
    const accepted = await receiveAll(ctx, events)
    services.wakeRelay()
    return send(c, 200, JSON.stringify({ accepted, ignored: events.length - accepted }), {
      'Content-Type': 'application/json',
    })
  } catch (error) {
    return refuse(services, c, ctx, error)
  }
}

const receiveAll = async (ctx: Context, events: readonly MailEvent[]): Promise<number> => {
  const ids = events.map(({ messageId }) => /^<?(msg_\w{1,40})/.exec(messageId)?.[1])
  const centres = await findCentres(
    ctx.platform,
    ids.filter((id) => id !== undefined),
  )
  let accepted = 0
  for (const [index, { type }] of events.entries()) {
    const id = ids[index]
    const tenantId = id && centres.get(id)
    if (!id || !tenantId) continue
    const reporting = reportContext({ ...ctx, httpStatus: 200 }, tenantId, id)
    const outcome = await receiveReceipt(reporting, { id, receipt: RECEIPTS[type] })
    if (outcome === 'ACCEPTED') accepted += 1
  }
  return accepted
}

const RECEIPTS: Record<MailEvent['type'], Receipt> = {
  BOUNCED: { state: 'undelivered', reason: 'bounced', problem: 'BOUNCED' },
  COMPLAINED: { state: 'undelivered', reason: 'complained', problem: 'COMPLAINED' },
  DELIVERED: { state: 'delivered', reason: null, problem: null },
}
