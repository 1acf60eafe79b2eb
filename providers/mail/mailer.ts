/** One e-mail to one person. */
export interface Mail {
  /** Stable, so that a repeated mail is recognizable by its `Message-ID`. */
  id: string
  to: string
  /** The displayed sender name; the address is the platform's. */
  fromName: string
  /** The reply address, if it differs from the platform's address. */
  replyTo?: string
  subject: string
  text: string
  html: string
  /** BCP 47 tag. */
  language: string
  attachments?: readonly MailAttachment[]
}

/** A file, such as an invitation (`text/calendar; method=REQUEST`). */
export interface MailAttachment {
  filename: string
  contentType: string
  content: string | Buffer
  /** The name by which the HTML shows it, as `cid:…`. It is then part of the text and not a file to save. */
  cid?: string
}

/** The mail server's answer. Temporary errors are thrown instead and retried. */
export type MailResult =
  | { outcome: 'sent' }
  /** A permanent rejection of the address or of the message itself. `code` is the server's, such as 550. */
  | { outcome: 'rejected'; what: 'address' | 'message'; code: number }

/** Hands e-mails to a mail server. */
export interface Mailer extends AsyncDisposable {
  /** The address from which e-mails are sent. */
  readonly from: string
  send(mail: Mail): Promise<MailResult>
}

/** The mail server could not accept the mail now. Its message contains no address, because failures are logged. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable'
}
