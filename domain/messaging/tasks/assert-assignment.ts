import type { Task } from '#prisma/generated/client.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { assertAssignable } from '../follow-ups/assert-assignable.ts'

type Assignment = Pick<Task, 'assigneeId' | 'role'>

/** Checks the assignment: a task belongs to a user or a role, or to nobody yet. */
export const assertAssignment = async (
  reader: Reader,
  { assigneeId, role }: Assignment,
): Promise<void> => {
  if (assigneeId !== null && role !== null)
    throw invalid('role', 'exactly_one', 'Send either assigneeId or role, not both.')
  if (assigneeId !== null) await assertAssignable(reader, assigneeId)
  if (role === null || subjectOf(role)?.type !== 'role') return
  const found = await reader.db.role.findFirst({
    where: { ...inTenant(reader, role), archivedAt: null },
  })
  if (!found) throw invalidReference('role', 'role')
}
