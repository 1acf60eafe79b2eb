import type { Discharge as DischargeModel } from '#prisma/generated/client.ts'
import { createTask } from '#messaging/tasks/create-task.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { endCare } from '#people/children/end-care.ts'
import { lockCare } from '#people/children/lock-care.ts'
import { loadChild } from '#people/children/queries.ts'
import { assertInCare, assertUnmerged } from '#people/children/rules.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { freshRecord, type RecordRef } from '#platform/core/records/record-ref.ts'
import { addMinutes, dateColumn, utc } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { collectItems } from './collect-items.ts'
import { dischargeEvents } from './events.ts'
import { dueAtOf, endOfCare, firstResultOf } from './rules.ts'
import { NO_FACTS, type DischargeChild } from './schemas.ts'
import { childDischargeWorkflow } from './workflows.ts'

/** How long after the end of care the discharge summary is due. */
const SUMMARY_MINUTES = 7 * 24 * 60

/**
 * Records a discharge and everything that it ends, and refuses from now on what would begin after the child's
 * care. The workflow then ends the items one by one.
 */
export const recordDischarge = async (
  tx: Transaction,
  { id: childId, version, note, credit, reason, summary, ...input }: RecordRef & DischargeChild,
): Promise<DischargeModel> => {
  await lockCare(tx, childId)
  const child = await loadChild(tx, childId)
  assertVersion(child, version)
  assertUnmerged(child)
  assertInCare(child)
  if (child.archivedAt)
    throw new DomainError(
      'record_archived',
      'The child is archived. Restore the child before you discharge it.',
    )
  const { defaultTimeZone: timeZone } = await loadTenantSettings(tx)
  const { effectiveOn, endsAt } = endOfCare(input.effectiveOn, { now: tx.now, timeZone })

  const id = newId('discharge')
  const found = await collectItems(tx, { childId, endsAt, effectiveOn })
  const asked = { childId, endsAt, primaryProviderId: child.primaryProviderId }
  const row = await tx.db.discharge.create({
    data: {
      ...freshRecord(tx, id),
      childId,
      reason,
      note,
      effectiveOn: dateColumn(effectiveOn),
      endsAt,
      credit,
      status: 'ENDING',
      summaryTaskId: null,
      dischargedBy: tx.actor.id,
    },
  })
  tx.created({ type: 'discharge', id }, row)
  await tx.db.dischargeItem.createMany({
    data: found.map(({ kind, recordId, facts }, index) => ({
      ...freshRecord(tx, newId('dischargeItem')),
      dischargeId: id,
      number: index + 1,
      kind,
      recordId,
      dueAt: dueAtOf(kind, { endsAt, now: tx.now }),
      result: firstResultOf(kind),
      facts: { ...NO_FACTS, ...facts },
    })),
  })
  await endCare(tx, childId, endsAt)
  tx.emit(
    dischargeEvents['child.discharged'],
    { type: 'child', id: childId },
    { childId, dischargeId: id, reason, effectiveOn, endsAt: utc(endsAt) },
  )
  tx.start(childDischargeWorkflow, id)
  const hasCredit = found.some(({ kind }) => kind === 'CREDIT_BALANCE')
  if (credit === 'REFUND_REQUESTED' && hasCredit) await askForPayout(tx, childId)
  if (!summary) return row
  const summaryTaskId = await askForSummary(tx, asked)
  const data = { summaryTaskId }
  return tx.db.discharge.update({ where: { tenantId_id: { tenantId: tx.tenantId, id } }, data })
}

interface Asked {
  childId: string
  endsAt: Date
  primaryProviderId: string | null
}

/** Asks the provider who knows the child for the discharge summary. */
const askForSummary = async (
  tx: Transaction,
  { childId, endsAt, primaryProviderId }: Asked,
): Promise<string> => {
  const [provider] = await tx.sql<{ id: string }>(PROVIDER, [
    tx.tenantId,
    childId,
    primaryProviderId,
  ])
  const { id } = await createTask(tx, {
    title: 'Write the discharge summary',
    notes: null,
    subjectId: childId,
    childId,
    assigneeId: provider?.id ?? null,
    role: provider ? null : 'SUPERVISOR',
    dueAt: addMinutes(endsAt > tx.now ? endsAt : tx.now, SUMMARY_MINUTES),
  })
  return id
}

const askForPayout = async (tx: Transaction, childId: string): Promise<void> => {
  await createTask(tx, {
    title: 'Pay out the credit of a discharged child’s family',
    notes:
      'The credit is listed with the discharge. Pay it out with POST /v1/credit-balances/{id}/payouts.',
    subjectId: childId,
    childId,
    assigneeId: null,
    role: 'BILLER',
    dueAt: null,
  })
}

/** The primary provider, or else the one of the latest session, if they still work here. */
const PROVIDER = `
  SELECT p.id FROM providers p
  LEFT JOIN LATERAL (SELECT max(s.started_at) AS at FROM sessions s
    WHERE s.tenant_id = p.tenant_id AND s.child_id = $2 AND s.provider_id = p.id) last ON true
  WHERE p.tenant_id = $1 AND p.archived_at IS NULL AND (p.id = $3 OR last.at IS NOT NULL)
  ORDER BY p.id = $3 DESC NULLS LAST, last.at DESC LIMIT 1`
