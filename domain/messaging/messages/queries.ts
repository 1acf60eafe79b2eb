import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { anyOf, fact, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { MESSAGE_REASONS, MessageStatus, REASONS_THAT_NEED_ACTION } from './rules.ts'
import { loadCandidates } from './words/load-candidates.ts'
import { renderCandidates } from './words/render-candidates.ts'
import { renderText } from './render.ts'
import { countSegments } from '../channels/count-segments.ts'
import { CHANNELS } from '../channels/rules.ts'
import { isTextTemplate } from './templates/text-templates.ts'
import { toMessage, type MessagePreview } from './schemas.ts'
import { logoInPreview } from './logo/logo-in-preview.ts'
import { loadMessagingTerms } from './settings.ts'
import { localeFor } from '../locales/locale-for.ts'
import { LANGUAGES } from '../locales/languages.ts'
import { TEMPLATE_NAMES, templateOf } from './templates/index.ts'

const id = () => z.string().min(1).max(64)

export const MessageQuery = listQuery('message', ['-createdAt', 'createdAt'], {
  subjectId: id().optional().meta({ description: 'Returns only messages about this record.' }),
  recipientId: id()
    .optional()
    .meta({ description: 'Returns only messages to this client or provider.' }),
  followUpId: id().optional().meta({ description: 'Returns only messages of this follow-up.' }),
  template: anyOf(TEMPLATE_NAMES, 'Returns only messages from this template.'),
  channel: anyOf(CHANNELS, 'Returns only messages sent this way.'),
  status: anyOf(MessageStatus, 'Returns only messages with this status.'),
  reason: anyOf(MESSAGE_REASONS, 'Returns only messages that failed for this reason.'),
  actionRequired: fact(
    'If true, returns only messages that should have been delivered but failed; if false, only the others.',
  ),
  ...instantRange('createdAt'),
})
export type MessageQuery = z.infer<typeof MessageQuery>

const messages = recordQueries({
  permission: 'messages:read',
  name: 'message',
  find: ({ db }, selection: Selection<Prisma.MessageWhereInput>) => db.message.findMany(selection),
  show: (rows, { platform }) => rows.map((row) => toMessage(row, platform.cipher)),
})

export const getMessage = messages.get
export const listMessages = messages.list(({ actionRequired, ...query }: MessageQuery) => ({
  ...given(
    query,
    'subjectId',
    'recipientId',
    'followUpId',
    'template',
    'channel',
    'status',
    'reason',
  ),
  ...(actionRequired === 'true' && { AND: { reason: { in: REASONS_THAT_NEED_ACTION } } }),
  ...(actionRequired === 'false' && {
    OR: [{ reason: null }, { reason: { notIn: REASONS_THAT_NEED_ACTION } }],
  }),
}))

export const PreviewQuery = z.strictObject({
  template: z.enum(TEMPLATE_NAMES).meta({ description: 'Name of the template.' }),
  language: z
    .enum(LANGUAGES)
    .optional()
    .meta({ description: 'Language of the preview. Defaults to the centre’s language.' }),
})
export type PreviewQuery = z.infer<typeof PreviewQuery>

const PREVIEW_ENVELOPE = { from: 'care@care.example', to: 'mara.weiss@example.com' }

/** Shows a preview of a message with fictional people. */
export const previewMessage = (ctx: Context, query: PreviewQuery): Promise<MessagePreview> =>
  read(ctx, 'messages:read', async (reader) => {
    const { template } = query
    const terms = await logoInPreview(reader, await loadMessagingTerms(reader))
    const { description, example: variables } = templateOf(template)
    const language = query.language ?? terms.language
    const wanted = { template, channel: 'EMAIL' as const }
    const { rendered } = renderCandidates(
      {
        ...wanted,
        variables,
        envelope: { centre: terms.centre, ...PREVIEW_ENVELOPE, sentAt: reader.now },
        publicUrl: 'https://care.example',
      },
      await loadCandidates(reader, { ...wanted, language, centreLanguage: terms.language }),
      terms,
    )
    const attachments = rendered.attachments.map(({ filename }) => filename)
    const { centre } = terms
    const written = localeFor(language, terms)
    const shown = {
      template,
      language: written,
      variables,
      publicUrl: 'https://care.example',
      centre,
    }
    const sms = isTextTemplate(template) ? await previewText(shown) : null
    return { template, language, description, ...rendered, attachments, sms }
  })

const previewText = async (request: Parameters<typeof renderText>[0]) => {
  const text = renderText(request)
  return { text, ...(await countSegments(text)) }
}

/** The message; null if it does not exist or its recipient was erased. */
export const findMessage = (reader: Reader, id: string) =>
  reader.db.message.findFirst({ where: inTenant(reader, id) })

export const loadMessage = async (reader: Reader, id: string) => {
  const row = await findMessage(reader, id)
  if (!row) throw notFound('message')
  return row
}
