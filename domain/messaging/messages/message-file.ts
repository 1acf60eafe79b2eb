import type { MailAttachment } from '#providers/mail/index.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { TemplateName } from './templates/index.ts'

/** Makes the file of a message from the record that it is about, when it is sent. */
export type MessageFile = (ctx: Context, subjectId: string) => Promise<MailAttachment>

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    messageFiles: Readonly<Partial<Record<TemplateName, MessageFile>>>
  }
}
