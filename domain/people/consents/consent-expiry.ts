import { notFound } from '#platform/core/errors/errors.ts'
import { inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { NO_GUARDIAN, guardiansNotified } from '#messaging/messages/recipient.ts'
import {
  defineFollowUp,
  done,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { guardiansOf } from '#messaging/messages/recipient.ts'
import { EXPIRED_STEP, isReminder, planExpiry, type ExpiryFacts, whyNot } from './expiry-plan.ts'
import { consentEvents, consentFacts } from './events.ts'
import { consentExpiryWorkflow } from './workflows.ts'
import { leftOut } from '#messaging/follow-ups/while-restricted.ts'

interface Facts extends ExpiryFacts {
  id: string
  childId: string
  kind: string
}

/** Follows a consent with an expiry until it is revoked or a longer one replaces it. */
export const consentExpiry = defineFollowUp<Facts>({
  resource: 'consents',
  facts: async (tx, id) => {
    const [row] = await tx.sql<Row>(FACTS, [tx.tenantId, id, tx.now])
    if (!row) throw notFound('consent')
    const { quietStartTime: startTime, quietEndTime: endTime, ...facts } = row
    return {
      ...facts,
      quietHours: startTime !== null && endTime !== null ? { startTime, endTime } : null,
    }
  },
  plan: planExpiry,
  cancelReason: (facts) => whyNot(facts) ?? 'it now expires at another time',
  finalStatus: (facts) => (whyNot(facts) ? 'CANCELLED' : 'COMPLETED'),
  isSettled: (facts) => whyNot(facts) !== undefined,
  whenLate: (step) => (step === EXPIRED_STEP ? 'DONE' : 'SKIPPED'),
  whileRestricted: (step) => (step === EXPIRED_STEP ? 'WAITS' : leftOut()),
  perform: (tx, facts, stepRun) => {
    const because = whyNot(facts)
    if (because) return skipped(because)
    if (isReminder(stepRun.step)) return remindGuardians(tx, facts, stepRun)
    if (stepRun.step === EXPIRED_STEP) return alertStaff(tx, facts)
    return skipped('this version of the platform does not know the step')
  },
})

const remindGuardians = async (
  tx: Transaction,
  { id, childId, timeZone, ...facts }: Facts,
  { step, followUpId, runNow }: StepRun,
): Promise<Outcome> => {
  const expiresAt = facts.expiresAt!
  if (expiresAt <= tx.now) return skipped('not sent: the consent had expired')
  const guardians = await guardiansOf(tx, childId)
  for (const recipient of guardians)
    await queueMessage(tx, {
      template: 'consent.expiring',
      variables: {
        firstName: recipient.firstName,
        expiresAt: inZone(expiresAt, timeZone),
        timeZone,
      },
      recipient,
      subject: { type: 'consent', id },
      dedupeKey: `${followUpId}/${step}/${expiresAt.getTime()}/${recipient.id}`,
      followUp: { id: followUpId, step },
      timeZone,
      now: runNow,
      notAfter: expiresAt,
    })
  return guardians.length > 0
    ? done(guardiansNotified(guardians))
    : skipped(`not sent: ${NO_GUARDIAN}`, NO_GUARDIAN)
}

const alertStaff = (tx: Transaction, facts: Facts): Outcome => {
  const subject = { type: 'consent', id: facts.id } as const
  tx.emit(consentEvents['consent.expired'], subject, consentFacts(facts))
  return done('the event consent.expired was sent', 'a consent has expired without a renewal')
}

interface Row extends Omit<Facts, 'quietHours'> {
  quietStartTime: string | null
  quietEndTime: string | null
}

const FACTS = `
  SELECT c.id, c.child_id AS "childId", c.kind, c.expires_at AS "expiresAt", c.revoked_at AS "revokedAt",
         c.created_at AS "recordedAt", k.archived_at IS NOT NULL AS "childArchived",
         k.discharged_at IS NOT NULL AND k.discharged_at <= $3 AS "childDischarged",
         EXISTS (SELECT FROM consents o
                 WHERE o.tenant_id = c.tenant_id AND o.child_id = c.child_id AND o.kind = c.kind AND o.id <> c.id
                   AND o.revoked_at IS NULL
                   AND (o.expires_at IS NULL OR (o.expires_at, o.id) > (c.expires_at, c.id))) AS superseded,
         t.consent_reminder_days AS "remindDaysBefore", t.default_time_zone AS "timeZone",
         t.quiet_hours_start_time AS "quietStartTime", t.quiet_hours_end_time AS "quietEndTime"
  FROM consents c JOIN tenants t ON t.tenant_id = c.tenant_id
  JOIN children k ON k.tenant_id = c.tenant_id AND k.id = c.child_id
  WHERE c.tenant_id = $1 AND c.id = $2 FOR UPDATE OF c`

/** Plans again the steps that depend on the child's other consents or record. */
export const wakeConsentExpiries = async (
  tx: Transaction,
  { childId, kind }: { childId: string; kind?: string },
): Promise<void> => {
  const ending = await tx.sql<{ id: string }>(ENDING, [tx.tenantId, childId, kind ?? null, tx.now])
  for (const { id } of ending) tx.wake(consentExpiryWorkflow, id)
}

const ENDING = `
  SELECT c.id FROM consents c
  WHERE c.tenant_id = $1 AND c.child_id = $2 AND ($3::text IS NULL OR c.kind = $3) AND c.revoked_at IS NULL
    AND (c.expires_at > $4 OR EXISTS (
      SELECT FROM follow_ups f JOIN follow_up_steps s ON s.tenant_id = f.tenant_id AND s.follow_up_id = f.id
      WHERE f.tenant_id = c.tenant_id AND f.subject_id = c.id AND s.action_required IS NOT NULL))
  ORDER BY c.id`
