export { MailUnavailable } from './mailer.ts'
export type { Mail, MailAttachment, Mailer, MailResult } from './mailer.ts'
export { createSmtpMailer, type SmtpOptions } from './smtp.ts'
