import { utc } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { subjectTypeOf } from '#platform/core/records/subject-type.ts'
import type { Channel } from '../channels/rules.ts'
import type { FamilyKindName } from './family-kinds.ts'
import { namesIn } from './names-in.ts'
import { REASONS } from './rules.ts'
import type { MessageOutlook, OutlookReason } from './outlook-schemas.ts'

/** A message as it will be, before it is shown. */
export interface Outlook {
  kind: FamilyKindName | null
  outlook: MessageOutlook['outlook']
  at: Date | null
  /** E-mail by default. */
  channel?: Channel
  recipient: { type: string; id: string } | null
  reason: OutlookReason | null
  /** Why it is not sent, if the reason alone does not say it. */
  detail?: string | null
  messageId?: string | null
  step?: string | null
}

/** Shows messages with the names of their recipients and in words. */
export const showOutlooks = async (
  reader: Reader,
  outlooks: readonly Outlook[],
): Promise<MessageOutlook[]> => {
  const ids = outlooks.map(({ recipient }) => recipient?.id ?? null)
  const names = await namesIn(reader, ids)
  return outlooks.map(
    ({
      recipient,
      channel = 'EMAIL',
      detail = null,
      at,
      messageId = null,
      step = null,
      ...rest
    }) => {
      const recipientName = (recipient && names.get(recipient.id)) ?? null
      const who = recipientName ?? (recipient?.type === 'provider' ? 'The provider' : 'A guardian')
      return {
        ...rest,
        dueAt: at && utc(at),
        channel,
        recipientType: recipient && subjectTypeOf(recipient.type),
        recipientId: recipient?.id ?? null,
        recipientName,
        text: inWords(recipient ? who : 'Nobody', { ...rest, channel, detail }),
        messageId,
        step,
      }
    },
  )
}

const inWords = (
  who: string,
  {
    outlook,
    channel,
    reason,
    detail,
  }: Pick<Outlook, 'outlook' | 'reason' | 'detail'> & { channel: Channel },
): string => {
  if (outlook === 'SENT') return `${who} was told by ${NAMES[channel]}`
  if (outlook !== 'NOT_SENT') return `${who} is told by ${NAMES[channel]}`
  const why = detail ?? (reason && WORDS[reason])
  return who === 'Nobody' ? `Nobody is told: ${why}` : `${who} is not told: ${why}`
}

const NAMES: Readonly<Record<Channel, string>> = {
  EMAIL: 'e-mail',
  SMS: 'SMS',
  WHATSAPP: 'WhatsApp',
}

const WORDS: Readonly<Record<OutlookReason, string>> = {
  ...REASONS,
  already_known: 'they know this time and place',
  not_told: 'they were not told of the appointment',
  step_left_out: 'the step was left out',
  no_guardian: 'the child has no legal guardian on record',
}
