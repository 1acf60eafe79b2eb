import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { instantRange, pageQuery, paginate, within } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { MESSAGE_REASONS, MessageStatus, REASONS_THAT_NEED_ATTENTION } from './rules.ts'
import { render } from './render.ts'
import { toMessage, type MessagePreview } from './schemas.ts'
import { loadMessagingTerms } from './settings.ts'
import { LANGUAGES } from './templates/define-template.ts'
import { TEMPLATE_NAMES, templateOf } from './templates/index.ts'

const id = () => z.string().min(1).max(64)

export const MessageQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  subjectId: id().optional().meta({ description: 'What they are about.' }),
  recipientId: id().optional().meta({ description: 'Only messages to this client or provider.' }),
  followUpId: id().optional().meta({ description: 'Only messages of this follow-up.' }),
  template: z
    .enum(TEMPLATE_NAMES)
    .optional()
    .meta({ description: 'Only messages by this template.' }),
  status: z.enum(MessageStatus).optional().meta({ description: 'Only messages in this status.' }),
  reason: z
    .enum(MESSAGE_REASONS)
    .optional()
    .meta({ description: 'Only messages that were not sent for this reason.' }),
  attention: z
    .enum(['true'])
    .optional()
    .meta({ description: 'Those that did not get through and were meant to.' }),
  ...instantRange('createdAt'),
})
export type MessageQuery = z.infer<typeof MessageQuery>

export const getMessage = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'messages:read', async (reader) =>
    toMessage(await loadMessage(reader, id), reader.platform.cipher),
  )

export const listMessages = (ctx: Context, query: MessageQuery) =>
  read(ctx, 'messages:read', (reader) => {
    const { subjectId, recipientId, followUpId, template, status, reason, attention } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(subjectId && { subjectId }),
      ...(recipientId && { recipientId }),
      ...(followUpId && { followUpId }),
      ...(template && { template }),
      ...(status && { status }),
      ...(reason && { reason }),
      createdAt: within(query, 'createdAt'),
    }
    const unmet = attention ? { reason: { in: REASONS_THAT_NEED_ATTENTION } } : {}
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.message.findMany({ where: { AND: [filter, unmet, where] }, orderBy, take }),
      (row) => toMessage(row, reader.platform.cipher),
    )
  })

export const PreviewQuery = z.strictObject({
  template: z.enum(TEMPLATE_NAMES).meta({ description: 'Template to show.' }),
  language: z.enum(LANGUAGES).optional().meta({ description: 'Defaults to the centre’s.' }),
})
export type PreviewQuery = z.infer<typeof PreviewQuery>

const PREVIEW_ENVELOPE = { from: 'care@care.example', to: 'mara.weiss@example.com' }

/** A message as it would be sent, with made-up people. */
export const previewMessage = (ctx: Context, query: PreviewQuery): Promise<MessagePreview> =>
  read(ctx, 'messages:read', async (reader) => {
    const { template } = query
    const { centre, ...terms } = await loadMessagingTerms(reader)
    const { description, example: variables } = templateOf(template)
    const language = query.language ?? terms.language
    const rendered = render({
      template,
      language,
      variables,
      envelope: { centre, ...PREVIEW_ENVELOPE, sentAt: reader.now },
      publicUrl: 'https://care.example',
    })
    const attachments = rendered.attachments.map(({ filename }) => filename)
    return { template, language, description, ...rendered, attachments }
  })

/** Null also when it went with a person who was erased. */
export const findMessage = (reader: Reader, id: string) =>
  reader.db.message.findFirst({ where: inTenant(reader, id) })

export const loadMessage = async (reader: Reader, id: string) => {
  const row = await findMessage(reader, id)
  if (!row) throw notFound('message')
  return row
}
