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
  /** The content of pictures is base64. */
  attachments: {
    filename: string
    contentType: string
    content: string
    /** The name by which the HTML shows it: `cid:…`. */
    cid?: string
  }[]
  headers: Record<string, string>
}
