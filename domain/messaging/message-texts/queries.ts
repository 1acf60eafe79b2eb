import type { z } from 'zod'
import type { MessageText as TextModel, Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { versionParams, versionQueries } from '#platform/core/records/versions.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { languageTag } from '../locales/language-tag.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import { TEMPLATE_NAMES } from '../messages/templates/index.ts'
import { issuesOfText } from '../messages/words/issues-of-text.ts'
import { TEXT_CHANNELS } from '../messages/words/rules.ts'
import { toMessageText, toMessageTextVersion, type MessageText } from './schemas.ts'

export const MessageTextQuery = listQuery('messageText', ['-createdAt', 'createdAt'], {
  ...archivedQuery,
  template: anyOf(TEMPLATE_NAMES, 'Returns only texts for these templates.'),
  channel: anyOf(TEXT_CHANNELS, 'Returns only texts for these channels.'),
  language: languageTag
    .optional()
    .meta({ description: 'Returns only texts in this language, a BCP 47 tag.' }),
})
export type MessageTextQuery = z.infer<typeof MessageTextQuery>

export const MessageTextVersionParams = versionParams('messageText')

/** Shows texts with their issues, which depend on the version of the platform and on the message settings. */
export const showMessageTexts = async (
  rows: readonly TextModel[],
  reader: Reader,
): Promise<MessageText[]> => {
  if (rows.length === 0) return []
  const { web } = await loadMessagingTerms(reader)
  return rows.map((row) => toMessageText(row, issuesOfText(row, web)))
}

const messageTexts = recordQueries({
  permission: 'message-settings:read',
  name: 'message text',
  find: ({ db }, selection: Selection<Prisma.MessageTextWhereInput>) =>
    db.messageText.findMany(selection),
  show: showMessageTexts,
})

export const loadMessageText = messageTexts.load
export const getMessageText = messageTexts.get
export const listMessageTexts = messageTexts.list((query: MessageTextQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'template', 'channel', 'language'),
}))

const versions = versionQueries({
  permission: 'message-settings:read',
  of: 'a message text',
  find: ({ db, tenantId }, { id, number }) =>
    db.messageTextVersion.findFirst({ where: { tenantId, messageTextId: id, number } }),
  show: toMessageTextVersion,
})

export const loadMessageTextVersion = versions.load
export const getMessageTextVersion = versions.get

/** How many versions are listed. Older ones can be retrieved by their number. */
const MOST_LISTED = 100

/** The versions of a text, latest first. */
export const listMessageTextVersions = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'message-settings:read', async (reader) => {
    await loadMessageText(reader, id)
    const rows = await reader.db.messageTextVersion.findMany({
      where: { tenantId: reader.tenantId, messageTextId: id },
      orderBy: { number: 'desc' },
      take: MOST_LISTED,
    })
    return { data: rows.map(toMessageTextVersion) }
  })
