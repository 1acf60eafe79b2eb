import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { can } from '#platform/core/access/permissions.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { READ_BY, RECORDS } from '#vocabulary/resources.ts'
import type { CreateTask } from './schemas.ts'

/** The subject of a task in the form that its row stores. The caller must be able to read it. */
export const subjectOfTask = async (
  reader: Reader,
  { subjectId, childId }: Pick<CreateTask, 'subjectId' | 'childId'>,
) => {
  await assertReferences(reader, 'child', { childId })
  if (subjectId === null) return { subjectType: null, subjectId, childId }
  const subject = subjectOf(subjectId)
  const table = subject && tableReadBy(reader, subject.type)
  if (!table || !(await isThere(reader, table, subjectId)))
    throw invalidReference('subjectId', 'record')
  const [whose] = await reader.sql<{ childId: string | null }>(WHOSE, [subjectId])
  if (childId !== null && whose!.childId !== null && whose!.childId !== childId)
    throw invalid(
      'childId',
      'mismatch',
      'childId differs from the child of subjectId. Send the same child, or omit childId.',
    )
  return { subjectType: subject.type, subjectId, childId: childId ?? whose!.childId }
}

const tableReadBy = ({ actor }: Reader, type: keyof typeof RECORDS): string | undefined => {
  const resource = READ_BY[type]
  const { table }: { table?: string } = RECORDS[type]
  return resource && can(actor, `${resource}:read`) ? table : undefined
}

const isThere = async (reader: Reader, table: string, id: string): Promise<boolean> => {
  const found = await reader.sql(`SELECT 1 FROM ${table} WHERE tenant_id = $1 AND id = $2`, [
    reader.tenantId,
    id,
  ])
  return found.length > 0
}

const WHOSE = `SELECT therapy.child_of($1) AS "childId"`
