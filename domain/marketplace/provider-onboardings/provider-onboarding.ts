import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { addMinutes, inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import {
  defineFollowUp,
  done,
  leftThePlan,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { askForForm } from '#clinical/form-responses/ask-for-form.ts'
import { cancelForm } from '#clinical/form-responses/cancel-form.ts'
import { askEach } from '#messaging/links/ask-each.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadProvider } from '#organization/providers/queries.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { deleteApplication, hasPastApplication } from './delete-application.ts'
import { itemsOf } from './onboarding-row.ts'
import {
  onboardingWaitsFor,
  planOnboarding,
  stepKindOf,
  stepSubject,
  type OnboardingFacts,
  type StepKind,
} from './plan-onboarding.ts'
import { loadProviderOnboarding } from './queries.ts'
import { askAgain } from './return-onboarding-item.ts'
import { isRunning } from './rules.ts'

/** How long the applicant's reusable link is valid, unless the onboarding ends earlier. */
const APPLICATION_MINUTES = 90 * 24 * 60
const REFERENCE_MINUTES = 60 * 24 * 60

interface Facts extends OnboardingFacts {
  id: string
  providerId: string
  providerName: string
  dueAt: Date | null
}

/** Follows an onboarding from the invitation to the decision, for any number of months. */
export const providerOnboarding = defineFollowUp<Facts>({
  resource: 'provider-onboardings',
  facts: async (tx, id) => {
    await lockRecord(tx, 'provider_onboardings', id)
    const row = await loadProviderOnboarding(tx, id)
    const provider = await loadProvider(tx, row.providerId)
    const { timeZone, quietHours } = await loadMessagingTerms(tx)
    const { status, stageEnteredAt, invitedAt, providerId, dueAt } = row
    return {
      id,
      providerId,
      providerName: provider.name,
      providerArchived: provider.archivedAt !== null,
      status,
      stageEnteredAt,
      invitedAt,
      dueAt,
      items: itemsOf(row).map(({ row: { providedAt, decidedAt, expiresAt }, ...item }) => ({
        ...item,
        isLicense: item.requirement.kind === 'LICENSE',
        providedAt,
        decidedAt,
        expiresAt,
      })),
      references: row.references,
      hasUnwantedForms: (await openForms(tx, id, 'UNWANTED')).length > 0,
      hasPastApplication: await hasPastApplication(tx, row),
      timeZone,
      quietHours,
    }
  },
  plan: planOnboarding,
  cancelReason: (facts) => whyNot(facts) ?? 'what it waits for has changed',
  waitsFor: (facts) => (whyNot(facts) ? undefined : onboardingWaitsFor(facts)),
  finalStatus: ({ status }) => (status === 'APPROVED' ? 'COMPLETED' : 'CANCELLED'),
  isSettled: leftThePlan,
  whenLate: (step) => (TELLS.has(stepKindOf(step)!) ? 'SKIPPED' : 'DONE'),
  whileRestricted: () => 'DONE',
  perform: (tx, facts, stepRun) => {
    const because = whyNot(facts)
    const kind = stepKindOf(stepRun.step)
    if (because && !FOLLOWS_THE_END.has(kind)) return skipped(because)
    switch (kind) {
      case 'invitation':
      case 'returned':
      case 'reminder':
        return askApplicant(tx, facts, stepRun)
      case 'overdue':
        return askApplicant(tx, facts, stepRun, 'something is overdue from the applicant')
      case 'ask':
      case 'remind':
        return askReferee(tx, facts, stepRun)
      case 'unanswered':
        return done('no answer', 'a reference has not come: return the item, or waive it')
      case 'verification':
        return done('nobody has verified it', 'what was provided needs verification')
      case 'centre':
        return done('it is overdue', 'a task of the centre is overdue')
      case 'approval':
        return done('all blocking items are done', 'the onboarding needs its approval')
      case 'expiry':
        return askForFresh(tx, facts, stepRun)
      case 'closing':
        return endForms(tx, facts)
      case 'decision':
        return tellDecision(tx, facts, stepRun)
      case 'renewal':
        return done('it expires soon', 'a document from the provider expires in 30 days')
      case 'deletion':
        return deleteApplication(tx, facts.providerId)
      case undefined:
        return skipped('this version of the platform does not know the step')
    }
  },
})

/** Steps that only send a message. */
const TELLS: ReadonlySet<StepKind> = new Set([
  'invitation',
  'returned',
  'reminder',
  'ask',
  'remind',
  'decision',
])

/** Steps that take place after an onboarding has ended. */
const FOLLOWS_THE_END: ReadonlySet<StepKind | undefined> = new Set([
  'closing',
  'decision',
  'renewal',
  'deletion',
])

const whyNot = (facts: Facts): string | undefined => {
  if (!isRunning(facts)) return `it is ${facts.status}`
  if (facts.providerArchived) return 'the provider is archived'
  return undefined
}

const askApplicant = async (
  tx: Transaction,
  facts: Facts,
  stepRun: StepRun,
  actionRequired?: string,
): Promise<Outcome> => {
  const { id, providerId, timeZone, dueAt } = facts
  const recipient = await findRecipient(tx, { type: 'provider', id: providerId })
  if (!recipient) return skipped('there is nobody to write to')
  const kind = stepKindOf(stepRun.step) as 'invitation' | 'returned' | 'reminder' | 'overdue'
  const question = {
    template: 'provider_onboarding.request',
    purpose: 'provider-application',
    subject: { type: 'providerOnboarding', id },
    variables: ({ firstName }: Recipient, path: string) => ({
      firstName,
      path,
      occasion: kind,
      dueAt: dueAt && inZone(dueAt, timeZone),
      timeZone,
    }),
    expiresAt: addMinutes(tx.now, APPLICATION_MINUTES),
    timeZone,
    occasion: stepRun.dueAt.getTime(),
  } as const
  await askEach(tx, [recipient], question, stepRun)
  for (const form of await openForms(tx, id, 'WANTED')) await askForForm(tx, { id: form })
  return done('e-mail to the applicant', actionRequired)
}

/** Sends the decision. The reason for a rejection is internal, so the message does not contain it. */
const tellDecision = async (
  tx: Transaction,
  { id, providerId, status, timeZone }: Facts,
  { followUpId, step, runNow }: StepRun,
): Promise<Outcome> => {
  const recipient = await findRecipient(tx, { type: 'provider', id: providerId })
  if (!recipient) return skipped('there is nobody to write to')
  await queueMessage(tx, {
    template: 'provider_onboarding.decided',
    variables: { firstName: recipient.firstName, approved: status === 'APPROVED' },
    recipient,
    subject: { type: 'providerOnboarding', id },
    dedupeKey: `${followUpId}/${step}`,
    followUp: { id: followUpId, step },
    timeZone,
    now: runNow,
  })
  return done('e-mail to the applicant')
}

const askReferee = async (tx: Transaction, facts: Facts, stepRun: StepRun): Promise<Outcome> => {
  const id = stepSubject(stepRun.step)
  const recipient = await findRecipient(tx, { type: 'onboardingReference', id })
  if (!recipient) return skipped('they are no longer asked')
  const expiresAt = addMinutes(tx.now, REFERENCE_MINUTES)
  const question = {
    template: 'provider_onboarding.reference',
    purpose: 'provider-reference',
    subject: { type: 'onboardingReference', id },
    variables: ({ firstName }: Recipient, path: string) => ({
      firstName,
      applicantName: facts.providerName,
      path,
    }),
    expiresAt,
    timeZone: facts.timeZone,
    occasion: stepRun.dueAt.getTime(),
  } as const
  await askEach(tx, [recipient], question, stepRun)
  return done('e-mail to the referee')
}

/** Cancels agreements that are no longer needed, so that they cannot be signed through old links. */
const endForms = async (tx: Transaction, { id }: Facts): Promise<Outcome> => {
  const forms = await openForms(tx, id, 'UNWANTED')
  for (const form of forms)
    await cancelForm(tx, { id: form, reason: 'The onboarding no longer needs it.' })
  return done(`${forms.length} agreement${forms.length === 1 ? '' : 's'} no longer requested`)
}

/** Requested agreements that are not signed: those of items that wait for them, or all others. */
const openForms = async (
  tx: Transaction,
  id: string,
  which: 'WANTED' | 'UNWANTED',
): Promise<string[]> => {
  const rows = await tx.sql<{ id: string }>(OPEN_FORMS, [tx.tenantId, id, which === 'WANTED'])
  return rows.map((row) => row.id)
}

/** Requests an item again whose limited acceptance expired before the onboarding ended. */
const askForFresh = async (tx: Transaction, { id }: Facts, { step }: StepRun): Promise<Outcome> => {
  await changeOnboarding(tx, {
    id,
    work: async (_, before) => {
      await askAgain(tx, before, { key: stepSubject(step), reason: 'What you sent has expired.' })
      return undefined
    },
  })
  return done('it expired and is requested again')
}

const OPEN_FORMS = `
  SELECT f.id FROM onboarding_items i
  JOIN provider_onboardings o ON o.tenant_id = i.tenant_id AND o.id = i.onboarding_id
  JOIN form_responses f ON f.tenant_id = i.tenant_id AND f.id = i.form_response_id
  WHERE i.tenant_id = $1 AND i.onboarding_id = $2 AND f.status = 'OPEN'
    AND (o.decided_at IS NULL AND i.status IN ('WAITING', 'RETURNED')) = $3
  ORDER BY i.position`
