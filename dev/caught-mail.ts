export interface CaughtMail {
  messageId: string
  receivedAt: string
  from: string
  /** The sender's name in the mail: the centre. */
  fromName: string
  to: string[]
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; content: string }[]
  headers: Record<string, string>
}
