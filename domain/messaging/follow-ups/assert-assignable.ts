import { invalidReference } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** Refuses an assignee who is not active: a user, a provider or an API key. */
export const assertAssignable = async (reader: Reader, assigneeId: string): Promise<void> => {
  const type = subjectOf(assigneeId)?.type
  if (type === 'provider') return assertReferences(reader, 'provider', { assigneeId })
  const one = { tenantId: reader.tenantId, id: assigneeId }
  const select = { id: true }
  const found = await (type === 'user'
    ? reader.db.user.findFirst({ where: { ...one, status: { not: 'DEACTIVATED' } }, select })
    : reader.db.apiKey.findFirst({ where: { ...one, revokedAt: null }, select }))
  if (!found) throw invalidReference('assigneeId', type === 'user' ? 'user' : 'API key')
}
