import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { counts } from './queries.ts'
import { insertRequest } from './request-form.ts'
import { formChaseWorkflow } from './workflows.ts'

/** The fields of a booking that decide which forms it needs. */
interface Booking {
  id: string
  childId: string
  startsAt: Date
  serviceId: string | null
}

/**
 * Requests the forms that a booking needs and its child lacks. If a form was already requested, reminders are
 * sent for this booking too; if its reminders had ended, it is requested again.
 */
export const requestMissingForms = async (
  tx: Transaction,
  booking: Booking,
  requiredForms: readonly string[],
): Promise<void> => {
  if (requiredForms.length === 0) return
  const { id, childId, startsAt } = booking
  const missing = await tx.sql<Missing>(MISSING, [
    tx.tenantId,
    childId,
    requiredForms,
    startsAt,
    id,
    tx.now,
  ])
  for (const { templateId, templateVersion, openId, isAsked, resting } of missing) {
    if (openId === null) {
      const asked = { askedAt: tx.now, dueAt: null }
      await insertRequest(tx, { childId, templateId, templateVersion, ...asked })
      continue
    }
    // Nobody is asked for the form: staff fill it in.
    if (!isAsked) continue
    if (resting) {
      await tx.sql(ASK_AGAIN, [tx.tenantId, openId, tx.now])
      tx.changed({ type: 'formResponse', id: openId }, { askedAt: null }, { askedAt: tx.now })
    }
    tx.wake(formChaseWorkflow, openId)
  }
}

interface Missing {
  templateId: string
  templateVersion: number
  openId: string | null
  isAsked: boolean
  /** True if nothing else needs the form any more. */
  resting: boolean
}

/** The booking locks the child, so that two bookings do not request the same form twice. */
const MISSING = `
  SELECT f.id AS "templateId", f.published_version AS "templateVersion", o.id AS "openId",
         o.asked_at IS NOT NULL AS "isAsked",
         COALESCE(o.due_at IS NULL OR o.due_at <= $6, false) AND NOT EXISTS (
           SELECT FROM appointments a JOIN services s ON s.tenant_id = a.tenant_id AND s.id = a.service_id
           WHERE a.tenant_id = $1 AND a.child_id = $2 AND a.id <> $5 AND f.id = ANY (s.required_forms)
             AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED')) AS resting
  FROM form_templates f
  LEFT JOIN LATERAL (
    SELECT r.id, r.due_at, r.asked_at FROM form_responses r
    WHERE r.tenant_id = $1 AND r.child_id = $2 AND r.template_id = f.id AND r.status = 'OPEN'
    ORDER BY r.id DESC LIMIT 1) o ON true
  WHERE f.tenant_id = $1 AND f.id = ANY ($3) AND f.archived_at IS NULL AND f.published_version IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM form_responses r
      WHERE r.tenant_id = $1 AND r.child_id = $2 AND r.template_id = f.id AND r.status = 'SUBMITTED'
        AND ${counts('r', 'f', '$4::timestamptz')})
  ORDER BY f.id`

const ASK_AGAIN = `
  UPDATE form_responses SET asked_at = $3, updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND id = $2`

/** Plans the reminders for forms again, because they depend on appointments. */
export const wakeFormChases = async (tx: Transaction, childId: string): Promise<void> => {
  const open = await tx.sql<{ id: string }>(OPEN, [tx.tenantId, childId])
  for (const { id } of open) tx.wake(formChaseWorkflow, id)
}

const OPEN = `
  SELECT id FROM form_responses
  WHERE tenant_id = $1 AND child_id = $2 AND status = 'OPEN' AND asked_at IS NOT NULL ORDER BY id`
