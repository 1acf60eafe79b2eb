import { findCentres } from '#messaging/messages/find-centres.ts'
import { reportContext } from '#messaging/messages/report-context.ts'
import {
  receiveReceipt,
  type Receipt,
  type ReceiptOutcome,
} from '#messaging/messages/receive-receipt.ts'
import type { Reason } from '#messaging/messages/rules.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { findReceiver, textContext } from '#scheduling/text-replies/find-receiver.ts'
import { receiveText } from '#scheduling/text-replies/receive-text.ts'
import type { SignedForm, TextingGateway, TextReceipt } from '../../providers/texting/index.ts'
import type { HttpContext } from '../http/http-context.ts'
import { contextOf, refuse, send } from '../http/call.ts'
import { count, lookUp } from '../http/count.ts'
import { readBody } from '../http/json-body.ts'
import type { Services } from '../services.ts'
import { CREDENTIALS, TEXT_WEBHOOK_LIMIT_PER_MINUTE, type Serve } from './public-route.ts'

/** An answer to the provider that sends nothing to the person. */
const NO_TEXT = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/** Receives texts from families. The provider's signature replaces a token. */
export const receiveTextReply: Serve = async (services, c, action) => {
  let ctx: Context = contextOf(services, c, action)
  try {
    const reply = services.texting!.readReply(await genuineForm(services, c))
    const tenantId = reply && (await findReceiver(services.platform, reply))
    if (reply && tenantId) {
      ctx = textContext({ ...ctx, httpStatus: 200 }, tenantId)
      await countCentre(services, c, tenantId)
      await receiveText(ctx, reply)
      services.wakeRelay()
    }
    return send(c, 200, NO_TEXT, { 'Content-Type': 'text/xml' })
  } catch (error) {
    return refuse(services, c, ctx, error)
  }
}

/** Receives reports about sent texts. A message that does not exist is not an error: its centre may be gone. */
export const receiveTextReceipt: Serve = async (services, c, action) => {
  let ctx: Context = contextOf(services, c, action)
  try {
    const form = await genuineForm(services, c)
    const id = c.req.param('messageId')!
    const tenantId = (await findCentres(services.platform, [id])).get(id)
    const receipt = services.texting!.readReceipt(form)
    let outcome: ReceiptOutcome = 'IGNORED'
    if (receipt && tenantId) {
      ctx = reportContext({ ...ctx, httpStatus: 200 }, tenantId, id)
      await countCentre(services, c, tenantId)
      outcome = await receiveReceipt(ctx, {
        id,
        receipt: await withCost(services.texting!, receipt),
      })
      services.wakeRelay()
    }
    return send(c, 200, JSON.stringify({ receipt: outcome }), {
      'Content-Type': 'application/json',
    })
  } catch (error) {
    return refuse(services, c, ctx, error)
  }
}

const countCentre = (services: Services, c: HttpContext, tenantId: string) =>
  count(services, c, {
    key: `text-webhook-use:${tenantId}`,
    limit: TEXT_WEBHOOK_LIMIT_PER_MINUTE,
  })

/** The form of a request that the provider has signed for exactly this URL. */
const genuineForm = async (services: Services, c: HttpContext): Promise<SignedForm['form']> => {
  const form = Object.fromEntries(new URLSearchParams(await readBody(c.req.raw)))
  const { pathname, search } = new URL(c.req.url)
  const url = `${services.publicUrl}${pathname}${search}`
  const signature = c.req.header('x-twilio-signature') ?? ''
  return lookUp(services, c, CREDENTIALS.textWebhook, () => {
    if (services.texting!.isGenuine({ url, form, signature })) return Promise.resolve(form)
    throw new DomainError(
      'signature_refused',
      'The signature was not made with the token of TEXTING_URL for this URL. Compare PUBLIC_URL with the address at the provider.',
    )
  })
}

/** The provider knows what a text costs only after it was sent, and does not say so in its receipt. */
const withCost = async (gateway: TextingGateway, receipt: TextReceipt): Promise<Receipt> => {
  const { state, refusal, reference } = receipt
  const known =
    receipt.cost || state === 'accepted' ? null : await gateway.lookUp(reference).catch(() => null)
  return {
    state,
    reference,
    segments: receipt.segments ?? known?.segments ?? null,
    cost: receipt.cost ?? known?.cost ?? null,
    reason: refusal && REASON_OF[refusal],
    problem: refusal === 'address' ? 'BOUNCED' : null,
  }
}

const REASON_OF: Record<NonNullable<TextReceipt['refusal']>, Reason> = {
  address: 'address_rejected',
  opted_out: 'opted_out',
  message: 'undelivered',
}
