import { changedMembers } from '#platform/core/audit/changes.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { toChild } from '#people/children/schemas.ts'
import { toClient } from '#people/clients/schemas.ts'
import type { Person } from '#people/persons/person.ts'
import { eraseRows, type Pass } from './erase-rows.ts'
import type { Step } from './step.ts'

/**
 * Runs one step and announces which fields of the person's own records it emptied. Data without a retention
 * period is deleted long before the erasure is completed.
 */
export const announceErased = async (tx: Transaction, pass: Pass, step: Step): Promise<number> => {
  if (step.table !== 'children' && step.table !== 'clients') return eraseRows(tx, pass, step)
  const before = await loadPeople(tx, pass.person)
  const count = await eraseRows(tx, pass, step)
  const type = pass.person.kind
  for (const [index, after] of (await loadPeople(tx, pass.person)).entries())
    tx.announceChange({ type, id: after.id }, after, changedMembers(before[index]!, after))
  return count
}

/** The person's own records in their API form. */
const loadPeople = async (tx: Transaction, { kind, people }: Person) => {
  const selection = {
    where: { tenantId: tx.tenantId, id: { in: people } },
    orderBy: { id: 'asc' },
  } as const
  return kind === 'child'
    ? (await tx.db.child.findMany(selection)).map(toChild)
    : (await tx.db.client.findMany(selection)).map(toClient)
}
