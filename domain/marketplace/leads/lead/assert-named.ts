import { invalidReference } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

interface Named {
  needs?: readonly string[]
  assigneeId?: string | null
}

/** Refuses unknown needs, and an assignee who is unknown or deactivated. */
export const assertNamed = async (
  reader: Reader,
  { needs = [], assigneeId }: Named,
): Promise<void> => {
  const { tenantId } = reader
  if (needs.length > 0) {
    const known = await reader.db.matchingNeed.findMany({
      where: { tenantId, code: { in: [...needs] }, archivedAt: null },
      select: { code: true },
    })
    const codes = new Set(known.map(({ code }) => code))
    const missing = needs.findIndex((code) => !codes.has(code))
    if (missing >= 0) throw invalidReference(`needs.${missing}`, 'matching need')
  }
  if (!assigneeId) return
  const user = await reader.db.user.findFirst({
    where: { tenantId, id: assigneeId, status: { not: 'DEACTIVATED' } },
    select: { id: true },
  })
  if (!user) throw invalidReference('assigneeId', 'user')
}
