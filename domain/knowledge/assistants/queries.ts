import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { listQuery } from '#platform/core/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toAssistant, toAssistantVersion } from './schemas.ts'

export const AssistantQuery = listQuery('assistant', ['-createdAt', 'createdAt', 'name'], {
  ...archivedQuery,
})
export type AssistantQuery = z.infer<typeof AssistantQuery>

/** The path of one version. */
export const AssistantVersionParams = z.strictObject({
  id: idOf('assistant'),
  number: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .meta({ description: 'Number of the version, counted from 1.', example: 1 }),
})
type VersionRef = z.infer<typeof AssistantVersionParams>

const assistants = recordQueries({
  permission: 'assistants:read',
  name: 'assistant',
  find: ({ db }, selection: Selection<Prisma.AssistantWhereInput>) =>
    db.assistant.findMany(selection),
  show: each(toAssistant),
})

export const loadAssistant = assistants.load
export const getAssistant = assistants.get
export const listAssistants = assistants.list((query: AssistantQuery) => archivedFilter(query))

export const getAssistantVersion = (ctx: Context, ref: VersionRef) =>
  read(ctx, 'assistants:read', async (reader) =>
    toAssistantVersion(await loadAssistantVersion(reader, ref)),
  )

export const loadAssistantVersion = async (reader: Reader, { id, number }: VersionRef) => {
  const row = await reader.db.assistantVersion.findFirst({
    where: { tenantId: reader.tenantId, assistantId: id, number },
  })
  if (!row) throw notFound('version of an assistant')
  return row
}
