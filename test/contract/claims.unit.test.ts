/** Everything promised by documents, scopes and the catalog exists. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'
import type { z } from 'zod'

import { CHANGELOG } from '../../api/documents/changelog.ts'
import { ERROR_GUIDE } from '../../api/documents/error-guide.ts'
import { operations } from '../../api/resources/index.ts'
import { root } from '../../dev/paths.ts'
import { permissionsOf, SCOPES } from '#platform/core/access/permissions.ts'
import type { EventDefinition } from '#platform/events/define-event.ts'
import { EVENTS } from '#webhooks/events/event-types.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

// It opens no operation by itself: it widens in whose name the operations of `sessions` sign.
const WIDENING = 'signatures-on-behalf'

test.each(SCOPES.filter((scope) => scope !== WIDENING))(
  'the scope %s opens at least one operation',
  (scope) => {
    const granted = permissionsOf([scope])
    expect(
      operations.filter(({ permission }) => permission && granted.has(permission)),
    ).not.toEqual([])
  },
)

/** Events that follow later or come from outside an operation: a guardian's answer, a workflow step. */
const SEEN_BY: Record<string, string> = {
  'agent_run.failed': 'agents/agent-runs/runs.test.ts',
  'agent_run.succeeded': 'agents/agent-runs/runs.test.ts',
  'agent_run.waiting': 'agents/recall.test.ts',
  'appointment.expired': 'scheduling/appointments/confirmation.test.ts',
  'appointment.reminder_due': 'scheduling/appointment-follow-ups/appointment-lifecycle.test.ts',
  'appointment_import.processed': 'scheduling/appointment-imports/import-crash.test.ts',
  'assessment.due': 'clinical/assessments/assessments.test.ts',
  'assessment.overdue': 'clinical/assessments/assessments.test.ts',
  'attachment.added': 'clinical/attachments.test.ts',
  'credit.granted': 'payments/credits/credits.test.ts',
  'credit.paid_out': 'payments/credits/credit-payout.test.ts',
  'credit.payout_failed': 'payments/credits/credit-payout.test.ts',
  'credit.used': 'payments/credits/credits.test.ts',
  'custom.emitted': 'agents/catalog/actions.test.ts',
  'child.discharge_completed': 'records/discharges/discharges.test.ts',
  'consent.expired': 'workflows/chases.test.ts',
  'dunning.reminded': 'receivables/dunnings/dunning.test.ts',
  'early_intervention.deadline_at_risk': 'early-intervention/program-crash.test.ts',
  'early_intervention.deadline_missed': 'early-intervention/program-crash.test.ts',
  'erasure.completed': 'privacy/erasures/erasures.test.ts',
  'evaluation_run.finished': 'knowledge/evaluations/evaluation-runs.test.ts',
  'feedback.received': 'messaging/links/links.test.ts',
  'follow_up.action_required': 'agents/triggers/triggers.test.ts',
  'goal.achieved': 'clinical/goals/goals.test.ts',
  'goal.needs_review': 'clinical/goals/goals.test.ts',
  'goal.review_escalated': 'workflows/run-twice.test.ts',
  'group_waitlist_entry.moved_up': 'scheduling/group-appointments/groups.test.ts',
  'lead.expired': 'marketplace/leads/skipped-time.test.ts',
  'payment.failed': 'payments/payments/payment-capture.test.ts',
  'payment.dispute_lost': 'payments/disputes/disputes.test.ts',
  'payment.dispute_won': 'payments/disputes/disputes.test.ts',
  'payment.disputed': 'payments/disputes/disputes.test.ts',
  'payment.refund_failed': 'payments/refunds/payment-refund.test.ts',
  'payment.refunded': 'payments/refunds/payment-refund.test.ts',
  'payment.requires_action': 'payments/payments/payment-capture.test.ts',
  'payment.succeeded': 'payments/payments/payment-capture.test.ts',
  'person_export.ready': 'privacy/person-export.test.ts',
  'provider_document.added': 'clinical/provider-documents.test.ts',
  'provider_license.expired': 'organization/provider-licenses/watch.test.ts',
  'provider_license.expiring': 'organization/provider-licenses/watch.test.ts',
  'rebooking.requested': 'messaging/links/links.test.ts',
  'series.processed': 'scheduling/series/series.test.ts',
  'session_package.bought': 'receivables/session-packages/session-packages.test.ts',
  'session_package.expired': 'receivables/session-packages/session-packages.test.ts',
  'session_package.returned': 'receivables/session-packages/session-packages.test.ts',
  'session_package.used': 'receivables/session-packages/session-packages.test.ts',
  'session_package.withdrawn': 'receivables/session-packages/session-packages.test.ts',
  'settlement.failed': 'payouts/settlements/settlements.test.ts',
  'settlement.paid': 'payouts/settlements/settlements.test.ts',
  'settlement.restored': 'payouts/settlements/settlements.test.ts',
  'settlement.reversed': 'payouts/settlements/settlements.test.ts',
  'session_note.awaiting_cosign': 'clinical/notes/notes.test.ts',
  'treatment_cycle.ended': 'receivables/treatment-cycles/skipped-time.test.ts',
  'treatment_cycle.renewal_due': 'receivables/treatment-cycles/skipped-time.test.ts',
  'treatment_cycle.threshold_reached': 'receivables/treatment-cycles/skipped-time.test.ts',
  'user.activated': 'staff/sign-in.test.ts',
  'waitlist.expired': 'scheduling/waitlist/waitlist.test.ts',
  'waitlist.offered': 'scheduling/waitlist/waitlist.test.ts',
  'waitlist.reopened': 'scheduling/waitlist/waitlist.test.ts',
  'waitlist.withdrawn': 'scheduling/waitlist/waitlist.test.ts',
  'webhook_endpoint.disabled': 'webhooks/giving-up.test.ts',
}

describe('events', () => {
  const definitions = new Map<string, EventDefinition>(Object.entries(EVENTS))
  const code = globSync('{domain,activities,api}/**/*.ts', { cwd: root })
    .filter((file) => !/\/(events|event-types)\.ts$/.test(file))
    .map(read)
    .join('\n')

  const listed = new Set<string>(operations.flatMap((operation) => operation.events ?? []))

  test.each([...definitions])('%s is named by its sender, or announced', (type, { announced }) => {
    // An operation lists the events it sends; workflows send theirs from a verb.
    expect(listed.has(type) || code.includes(`'${type}'`)).toBe(!announced)
  })

  const elsewhere = [...definitions]
    .filter(([type, { announced }]) => !announced && !listed.has(type))
    .map(([type]) => type)

  // Events of an operation are covered by the contract suite: test/contract/operations/.
  test('without an operation are listed, with a test of each', () => {
    expect(Object.keys(SEEN_BY).toSorted()).toEqual(elsewhere.toSorted())
  })

  test.each(Object.entries(SEEN_BY))('%s is covered by test/%s', (type, file) => {
    expect(read(`test/${file}`)).toContain(`'${type}'`)
  })

  test.each([...definitions])('%s has an example that matches its schema', (_, definition) => {
    const { payload, example } = definition as EventDefinition<z.ZodObject>
    expect(payload.safeParse(example).error).toBeUndefined()
    // Optional members must appear too.
    expect(Object.keys(example).toSorted()).toEqual(Object.keys(payload.shape).toSorted())
  })

  test('that are only announced are listed', () => {
    const announced = [...definitions].filter(([, it]) => it.announced).map(([type]) => type)
    expect(announced).toEqual([])
  })
})

describe('documents', () => {
  // Releases and decisions describe the past, so their paths may no longer exist.
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'TESTING.md',
    ...globSync('docs/*.md', { cwd: root }),
  ].filter((file) => file !== 'docs/changelog.md')
  const folders = ['activities', 'api', 'bench', 'bin', 'cli', 'dev', 'docs', 'domain', 'prisma']
  folders.push('providers', 'relay', 'test', 'worker', 'workflows')

  test.each(documents)('%s names existing files and folders', (document) => {
    const text = read(document)
    const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)(?::\d+)?[` ]/g)]
      .map(([, name = '']) => name)
      .filter((name) => folders.includes(name.split('/')[0] ?? ''))
    const linked = [...text.matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, name = '']) =>
      path.join(path.dirname(document), name),
    )
    const missing = [...named, ...linked].filter((name) => !existsSync(path.join(root, name)))
    expect(missing).toEqual([])
  })

  const claims = [
    ['analytics', /analytics/i],
    ['refund', /refund it|refund first/i],
  ] as const
  const unbuilt = claims.filter(([word]) => !operations.some(({ path: at }) => at.includes(word)))

  test.each(unbuilt)('nothing claims %s before an operation has it', (_, claim) => {
    expect(JSON.stringify([CHANGELOG, ERROR_GUIDE])).not.toMatch(claim)
    const sources = globSync('domain/**/*.ts', { cwd: root }).filter((file) =>
      claim.test(read(file)),
    )
    expect(sources.filter((file) => file !== 'domain/vocabulary/scopes.ts')).toEqual([])
  })
})
