/** What goes out as one e-mail to one person. */
export interface Mail {
  /** Stable: sent again it is recognizable as the same, by its `Message-ID`. */
  id: string
  to: string
  /** Shown as the sender; the address is the platform's. */
  fromName: string
  /** Where answers go, if not to the platform's address. */
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
}

/** What the mail server said. Anything that may pass is thrown instead, to be tried again. */
export type MailResult =
  | { outcome: 'sent' }
  /** For good: the address, or the message itself. `code` is the server's, such as 550. */
  | { outcome: 'rejected'; what: 'address' | 'message'; code: number }

/** Hands e-mails to a mail server. */
export interface Mailer extends AsyncDisposable {
  /** Address that e-mails come from. */
  readonly from: string
  send(mail: Mail): Promise<MailResult>
}

/** The mail server could not take it now. Says nothing of the address: failures are logged. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable'
}
