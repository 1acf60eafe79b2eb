import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

/** What a family is told about its own text. */
const REPLIES = ['STOPPED', 'STARTED', 'HELP', 'CONFIRMED'] as const
export type ReplyKind = (typeof REPLIES)[number]

export const textReply = defineTemplate('text.reply', {
  description: 'Sent after a text from a guardian, to the same number.',
  variables: z.strictObject({ reply: z.enum(REPLIES) }),
  example: { reply: 'STOPPED' },
  paragraphs: ['text'],
})
