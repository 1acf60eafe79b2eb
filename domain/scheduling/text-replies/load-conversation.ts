import type { ConsentStatus } from '#messaging/channels/rules.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { TextReply } from '#providers/texting/index.ts'
import { CONVERSATION_DAYS, type Reminder } from './rules.ts'

/** What is known about a number that has written to the centre. */
export interface Conversation {
  /** The clients with the number. */
  clients: { id: string; name: string; consent: ConsentStatus | null }[]
  /** The client to whom the centre last wrote, or the only one with the number. */
  client: { id: string; name: string } | undefined
  /** The child that the last text was about. */
  childId: string | null
  lastMessageId: string | null
  reminders: Reminder[]
}

export const loadConversation = async (
  reader: Reader,
  { from, channel, senders }: TextReply,
  hashes: readonly string[],
): Promise<Conversation> => {
  const since = new Date(reader.now.getTime() - CONVERSATION_DAYS * 24 * 60 * 60_000)
  const [clients, texts] = await Promise.all([
    reader.sql<Conversation['clients'][number]>(CLIENTS, [reader.tenantId, from, channel]),
    reader.sql<SentText>(TEXTS, [reader.tenantId, hashes, senders, since]),
  ])
  const [last] = texts
  const addressed = clients.find(({ id }) => id === last?.recipientId)
  return {
    clients,
    client: addressed ?? (clients.length === 1 ? clients[0] : undefined),
    childId: last?.childId ?? null,
    lastMessageId: last?.id ?? null,
    reminders: texts.flatMap(({ template, appointmentId, sentAt, status, startsAt }) =>
      template === 'appointment.reminder' && appointmentId && status && startsAt
        ? [{ appointmentId, sentAt, status, startsAt }]
        : [],
    ),
  }
}

interface SentText {
  id: string
  template: string
  recipientId: string
  sentAt: Date
  childId: string | null
  appointmentId: string | null
  status: Reminder['status'] | null
  startsAt: Date | null
}

/** The expression is that of the index. */
const CLIENTS = `
  SELECT c.id, c.name,
    (SELECT s.status FROM channel_consents s
     WHERE s.tenant_id = c.tenant_id AND s.client_id = c.id AND s.channel = $3
     ORDER BY s.created_at DESC, s.id DESC LIMIT 1) AS consent
  FROM clients c
  WHERE c.tenant_id = $1 AND c.phone IS NOT NULL AND c.archived_at IS NULL
    AND regexp_replace(regexp_replace(c.phone, '\\(0\\)|[^0-9+]', '', 'g'), '^00', '+') = $2
  ORDER BY c.id LIMIT 20`

const TEXTS = `
  SELECT m.id, m.template, m.recipient_id AS "recipientId", m.sent_at AS "sentAt",
    therapy.child_of(m.subject_id) AS "childId", a.id AS "appointmentId", a.status, a.starts_at AS "startsAt"
  FROM messages m
  LEFT JOIN appointments a ON a.tenant_id = m.tenant_id AND a.id = m.subject_id
  WHERE m.tenant_id = $1 AND m.address_hash = ANY ($2) AND m.sender = ANY ($3) AND m.created_at > $4
    AND m.sent_at IS NOT NULL AND m.template <> 'text.reply'
  ORDER BY m.sent_at DESC, m.id DESC LIMIT 20`
