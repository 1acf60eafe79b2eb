import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { AssistantSettings } from './schemas.ts'

/** Stores settings as an immutable version of an assistant. */
export const insertVersion = (
  { db, tenantId, actor, now }: Transaction,
  version: { assistantId: string; number: number; settings: AssistantSettings },
) => {
  const { settings, ...key } = version
  const published = { publishedBy: actor.id, publishedAt: now }
  return db.assistantVersion.create({ data: { tenantId, ...key, ...settings, ...published } })
}
