import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { STATE_TABLES } from '../../api/documents/states-page.ts'
import { operations } from '../../api/resources/index.ts'
import { ROOT } from './imports.ts'

/**
 * Which moves and restorations need another person than the one whom they are about, or who took the first
 * step (docs/decisions/0319). List a new one here. test/platform/second-person.test.ts makes
 * the requests.
 */

/** The file of the verb that asks for another person. */
const ANOTHER_PERSON: Record<string, string> = {
  'erasure approve': 'domain/privacy/erasures/approve-erasure.ts',
  'payoutAccount reject': 'domain/payouts/payout-accounts/assert-decided-by-another.ts',
  'payoutAccount verify': 'domain/payouts/payout-accounts/assert-decided-by-another.ts',
  'platformPayout approve': 'domain/payouts/platform-payouts/approve-platform-payout.ts',
  'provider reinstate': 'domain/organization/providers/reinstate-provider.ts',
  'providerOnboarding approve':
    'domain/marketplace/provider-onboardings/approve-provider-onboarding.ts',
  'sessionNote cosign': 'domain/clinical/notes/rules.ts',
  'sessionNote return': 'domain/clinical/notes/rules.ts',
  'settlement approve': 'domain/payouts/settlements/approve-settlement.ts',
}

/** The others, by their subject: nothing that the centre decided about a person ends or weakens by them. */
const ANYBODY: Record<string, string> = {
  agentReplay: 'cancel',
  agentRun: 'cancel pause resume',
  appointment:
    'cancel check-in complete confirm confirm-attendance decline expire mark-in-error no-show patch reschedule start undo',
  appointmentImport: 'check run undo',
  assessment: 'complete correct waive',
  attachment: 'download remove upload',
  discharge: 'readmit',
  dispute: 'accept submitEvidence',
  dunning: 'hold restart resume stop',
  erasure: 'cancel',
  formResponse: 'ask cancel save submit',
  goal: 'cancel complete hold measure patch resume',
  goalReview: 'acknowledge resolve',
  ifsp: 'ask complete patch present record-signature sign supersede withdraw',
  invoice: 'discard issue',
  knowledgeDocument: 'reindex remove',
  lead: 'begin convert erase expire lose match offer qualify',
  leadOffer: 'accept decline expire withdraw',
  message: 'cancel mark-bounced resend',
  order: 'cancel cancelFree pay refund write-off',
  payment: 'refund',
  payoutAccount: 'replace withdraw',
  platformPayout: 'cancel',
  provider: 'suspend',
  providerDocument: 'download remove upload',
  providerForm: 'ask cancel save submit',
  // Items are proposals: the second person decides by `approve`.
  providerOnboarding: 'accept provide reject return waive withdraw',
  sessionNote: 'addSessionNoteAddendum patch sign takeOver',
  settlement: 'cancel fail pay restore reverse reverseInPart transfer',
  task: 'cancel complete patch reopen',
  // Time off can be created as approved.
  timeOff: 'approve cancel decline',
  waitlistEntry: 'cancel patch',
  waitlistOffer: 'accept decline expire withdraw',
  webhookEndpoint: 'pause resume',
  webhookRecovery: 'cancel',
}

const tables = Object.values(STATE_TABLES)

describe('a move', () => {
  test('needs another person, or is listed as open to everybody with the permission', () => {
    const moves = tables.flatMap(({ subject, moves }) =>
      Object.keys(moves).map((name) => `${subject} ${name}`),
    )
    const open = Object.entries(ANYBODY).flatMap(([subject, names]) =>
      names.split(' ').map((name) => `${subject} ${name}`),
    )
    expect([...new Set(moves)].toSorted()).toEqual(
      [...Object.keys(ANOTHER_PERSON), ...open].toSorted(),
    )
  })

  test.each(Object.entries(ANOTHER_PERSON))('%s asks for another person', (_, file) => {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toMatch(/assertSecondPerson|assertNotOwn/)
  })
})

/** Verbs that never accept one person alone (docs/decisions/0220). */
const NEVER_ALONE = ['domain/clinical/notes/rules.ts']

const filesWith = (pattern: RegExp): string[] =>
  globSync('domain/**/*.ts', { cwd: ROOT })
    .filter((file) => pattern.test(readFileSync(path.join(ROOT, file), 'utf8')))
    .toSorted()

test('whatever needs a second person can be done alone after a wait, except co-signatures', () => {
  // assertNotOwn requires the rule for one person.
  const asking = filesWith(/(await|=>)\s+assertSecondPerson\(/)
  expect(asking.length).toBeGreaterThan(10)
  expect(
    asking.filter((file) => !readFileSync(path.join(ROOT, file), 'utf8').includes('alone')),
  ).toEqual(NEVER_ALONE)
})

test('the worklist offers alone what the verb accepts alone', () => {
  const guarded = filesWith(/\bsecond: \{/)
  expect(filesWith(/\bsecond: \{[^}]*alone: /)).toEqual(
    guarded.filter((file) => file !== 'domain/clinical/notes/note-to-cosign.ts'),
  )
})

/** What restoring asks for besides the permission to write the record, because archiving ended rights. */
const GIVES_RIGHTS: Record<string, string> = {
  restoreAgent: 'the permissions of its version; a fresh proof',
  restoreProvider: 'another person; care-teams:write and sight of the caseload; a fresh proof',
  restoreProviderLicense: 'another person',
  restoreRole: 'every permission of the role; a fresh proof',
  restoreSsoConnection: 'an owner; a fresh proof',
  restoreMessageText: 'a fresh proof, as creating it',
  restorePaymentAccount: 'a fresh proof, as creating it',
  restoreLegalEntity: 'a fresh proof, as creating it',
  restoreAiModel: 'a fresh proof, as creating it',
  // Its roles may ask it again. Creating it with them asks for the same permission.
  restoreAssistant: 'the permission of creating it',
}
/** Archiving these ends nobody's rights. */
const GIVES_NONE = [
  'restoreAssessmentInstrument',
  'restoreCancellationPolicy',
  'restoreChild',
  'restoreClient',
  'restoreClosure',
  'restoreCuratedAnswer',
  'restoreCustomField',
  'restoreDiagnosis',
  'restoreDiscountCode',
  'restoreEvaluation',
  'restoreFormTemplate',
  'restoreLabel',
  'restoreLocation',
  'restoreMatchingNeed',
  'restoreNoteTemplate',
  'restoreOnboardingPlan',
  'restorePayer',
  'restorePet',
  'restoreReminderPolicy',
  'restoreRoom',
  'restoreSchedule',
  'restoreScheduleException',
  'restoreService',
]

test('restoring a record asks for the rights that it gives back', () => {
  const restorations = operations.filter(({ path: at }) => at.endsWith('/restore'))
  const ids = restorations.map(({ id }) => id)
  expect(ids.toSorted()).toEqual([...Object.keys(GIVES_RIGHTS), ...GIVES_NONE].toSorted())
  const proved = restorations.filter(({ freshProof }) => freshProof).map(({ id }) => id)
  expect(proved.toSorted()).toEqual(
    Object.keys(GIVES_RIGHTS)
      .filter((id) => GIVES_RIGHTS[id]!.includes('fresh proof'))
      .toSorted(),
  )
})
