import type { Recipient } from '../messages/recipient.ts'
import type { TemplateName } from '../messages/templates/index.ts'
import { isTextTemplate } from '../messages/templates/text-templates.ts'
import type { Reaching } from './load-reach.ts'
import { isText, refusalOf, wayOf, type Channel, type ChannelTerms } from './rules.ts'

/** A message, its recipient, and the channels that were asked for, if any. */
interface Asked {
  template: TemplateName
  recipient: Pick<Recipient, 'type'>
  channels?: readonly Channel[]
}

/** The channels of a message, in the order in which they are tried. Templates without a short text, and people other than clients, get e-mails. */
const channelsFor = (
  { template, recipient, channels }: Asked,
  terms: ChannelTerms,
): readonly Channel[] => {
  if (!isTextTemplate(template) || recipient.type !== 'client') return ['EMAIL']
  return channels ?? terms.channels[template] ?? ['EMAIL']
}

/** By which of its channels a message goes now, as {@link wayOf} says. */
export const wayFor = (
  asked: Asked & { isReply?: boolean },
  reach: Reaching,
  terms: ChannelTerms,
): ReturnType<typeof wayOf> => {
  const { isReply = false } = asked
  return wayOf(
    channelsFor(asked, terms).map((channel) => {
      const hasSender = !isText(channel) || terms.senders[channel] !== null
      return { channel, refusal: refusalOf(channel, reach[channel], { hasSender, isReply }) }
    }),
  )
}
