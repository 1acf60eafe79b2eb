import type { Assistant as AssistantModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadAssistant } from './queries.ts'
import { toAssistant, type Assistant } from './schemas.ts'

/** How an assistant is loaded, written and shown by the verbs that change it. */
export const assistantRecord: ArchivableKind<
  AssistantModel,
  Prisma.AssistantUncheckedUpdateInput,
  Assistant
> = {
  type: 'assistant',
  table: 'assistants',
  permission: 'assistants:write',
  load: loadAssistant,
  update: (tx, id, data) => tx.db.assistant.update({ where: keyOf(tx, id), data }),
  show: toAssistant,
  // An archived assistant does not answer. Its documents can still be read and removed.
  ...archivable,
}
