import type { NodemailerError } from 'nodemailer'
import { MailUnavailable, type Mail, type Mailer, type MailResult } from './mailer.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://…` for TLS from the start. */
  url: string
  /** The address from which e-mails are sent. */
  from: string
  /** Refuses to send over a connection that is not encrypted. `smtps://` always is. */
  requireTls: boolean
}

const CONNECTIONS = 5
/** For the connection, the greeting and each answer. A slower server is tried again later. */
const TIMEOUT_MS = 20_000

/** Sends over SMTP with a pool of connections. STARTTLS is used if the server offers it, or always if required. */
export const createSmtpMailer = ({ url, from, requireTls }: SmtpOptions): Mailer => {
  let opening: ReturnType<typeof openTransport> | undefined
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    from,
    async send(mail) {
      try {
        const transport = await (opening ??= openTransport(requireTls ? encrypted(url) : url))
        await transport.sendMail(messageOf(mail, from, domain))
        return { outcome: 'sent' }
      } catch (error) {
        return rejectionOf(error as NodemailerError)
      }
    },
    [Symbol.asyncDispose]: async () => (await opening)?.close(),
  }
}

/** Loads the library with the first e-mail. */
const openTransport = async (url: string) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    url,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Set in the address itself, because its parameters override all other settings. */
const encrypted = (url: string): string => {
  const address = new URL(url)
  address.searchParams.set('requireTLS', 'true')
  return address.href
}

const messageOf = (
  { id, to, fromName, replyTo, subject, text, html, language, attachments = [] }: Mail,
  from: string,
  domain: string,
) => ({
  messageId: `<${id}@${domain}>`,
  from: { name: fromName, address: from },
  to: { name: '', address: to },
  ...(replyTo && { replyTo: { name: fromName, address: replyTo } }),
  subject,
  text,
  html,
  attachments: attachments.map((attachment) => ({ ...attachment })),
  // Calendar programs read the invitation that is an alternative of the text; people save the attachment.
  alternatives: attachments
    .filter(({ contentType }) => contentType.startsWith('text/calendar'))
    .map(({ contentType, content }) => ({ contentType, content })),
  headers: {
    'Content-Language': language,
    // RFC 3834: no vacation notice should reply.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  },
})

/** A permanent rejection is returned. Other errors are thrown without the address that they may contain. */
const rejectionOf = (error: NodemailerError): MailResult => {
  const { code = 'unknown', responseCode = 0, permanent = false, rejected = [] } = error
  if (permanent && rejected.length > 0)
    return { outcome: 'rejected', what: 'address', code: responseCode }
  if (permanent && code === 'EMESSAGE')
    return { outcome: 'rejected', what: 'message', code: responseCode }
  throw new MailUnavailable(
    `The mail server did not accept it: ${code}${responseCode ? ` ${responseCode}` : ''}`,
  )
}
