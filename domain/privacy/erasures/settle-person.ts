import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { named } from '#platform/core/context/registry.ts'
import { valuesFor, type Person } from '#people/persons/person.ts'
import { messageDeliveryWorkflow } from '#messaging/messages/workflows.ts'

/**
 * Ends a person's automatic processes when an erasure starts: reminders and messages stop, waits end, and the
 * record is archived. Where people must decide, the erasure was blocked.
 */
export const settlePerson = async (tx: Transaction, person: Person): Promise<void> => {
  const { kind, people } = person
  const table = kind === 'child' ? 'children' : 'clients'
  const archived = await tx.sql<{ id: string }>(archive(table), [tx.tenantId, people, tx.now])
  for (const { id } of archived)
    tx.announceChange({ type: kind, id }, { archivedAt: tx.now }, ['archivedAt'])
  const about = ABOUT[kind]
  const values = valuesFor(tx, person, about.messages)
  const at = `$${values.length + 1}`
  for (const { id } of await tx.sql<{ id: string }>(skipMessages(about.messages, at), [
    ...values,
    tx.now,
  ]))
    tx.wake(messageDeliveryWorkflow, id)
  if (kind === 'client') return
  const stopped = await tx.sql<StoppedFollowUp>(STOP, [...values, tx.now])
  for (const { workflow, subjectId } of stopped)
    tx.wake(named(tx.platform.registry.workflows, workflow), subjectId)
}

interface StoppedFollowUp {
  workflow: string
  subjectId: string
}

const ABOUT = {
  child: { messages: '(subject_id = ANY ($2) OR subject_id = ANY ($3))' },
  client: { messages: 'recipient_id = ANY ($2)' },
}

const archive = (table: string) =>
  `UPDATE ${table} SET archived_at = $3, updated_at = $3, version = version + 1
   WHERE tenant_id = $1 AND id = ANY ($2) AND archived_at IS NULL RETURNING id`

const skipMessages = (which: string, at: string) =>
  `UPDATE messages SET status = 'SKIPPED', reason = 'person_erased', updated_at = ${at}, version = version + 1
   WHERE tenant_id = $1 AND status = 'QUEUED' AND ${which} RETURNING id`

const STOP = `
  WITH stopped AS (
    UPDATE follow_ups SET status = 'CANCELLED', cancelled_at = $4, waiting_on = NULL, next_step_at = NULL,
      updated_at = $4, version = version + 1
    WHERE tenant_id = $1 AND status = 'ACTIVE' AND (subject_id = ANY ($2) OR subject_id = ANY ($3))
    RETURNING id, kind, subject_id),
  steps AS (
    UPDATE follow_up_steps s SET status = 'CANCELLED', happened_at = $4, outcome = 'the person is erased'
    FROM stopped WHERE s.tenant_id = $1 AND s.follow_up_id = stopped.id AND s.status = 'SCHEDULED')
  SELECT kind AS workflow, subject_id AS "subjectId" FROM stopped`
