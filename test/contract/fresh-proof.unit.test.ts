import { expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import {
  IN_PERSON_ONLY,
  RESOURCES,
  resourceOf,
  takesFreshProof,
  type Permission,
  type Resource,
} from '#platform/core/access/permissions.ts'
import { PERMISSIONS } from '#vocabulary/resources.ts'

/**
 * Every changing operation asks a person for a fresh proof, or is listed here with the reason. A new operation
 * in neither place fails.
 */

const CARE = 'daily work for families: no rights, no money, nothing that leaves or is kept longer'
const SETTINGS =
  'settings of daily work: no rights, no money, nothing that leaves or is kept longer'
const OFFER =
  'prices and rules for what families are charged: money comes in, to the account of the centre'

const UNMARKED: Partial<Record<Resource, string>> = {
  'agent-decisions':
    'one action of a run, which the approver sees; publishing the agent asked for a proof',
  'agent-runs': 'runs what was published with a proof, with the rights of the caller',
  agents:
    'drafts; what publishes, rolls back, resumes, restores or gives another address is marked by operation',
  'ai-evaluations': SETTINGS,
  analytics: 'a question about figures: it changes nothing',
  'appointment-automation': SETTINGS,
  'appointment-imports': CARE,
  appointments: CARE,
  'assessment-instruments': SETTINGS,
  'assessment-recall': 'reads which assessments are due',
  'assessment-schedules': CARE,
  assessments: CARE,
  assistants: SETTINGS,
  attachments: CARE,
  'cancellation-policies': OFFER,
  'child-merges': CARE,
  children: CARE,
  clients: CARE,
  'clock-sets': SETTINGS,
  closures: SETTINGS,
  consents: CARE,
  corrections: CARE,
  credits: 'money comes in; what pays it out is marked by operation',
  'custom-fields': SETTINGS,
  deliveries: 'sends again to an endpoint that was created with a proof',
  'discount-codes': OFFER,
  disputes: 'answers the bank of a payer; the money is with it already',
  'early-intervention': CARE,
  'family-check-in-questions': SETTINGS,
  'family-check-ins': CARE,
  'fee-waivers': OFFER,
  'follow-ups': CARE,
  'form-responses': CARE,
  'form-templates': SETTINGS,
  goals: CARE,
  guardianships: CARE,
  holds: CARE,
  invoices: OFFER,
  knowledge: SETTINGS,
  'knowledge-answers': SETTINGS,
  labels: SETTINGS,
  'lead-forms': SETTINGS,
  leads: 'daily work for families; what erases one is marked by operation',
  locations: SETTINGS,
  'matching-needs': SETTINGS,
  'matching-settings': SETTINGS,
  messages: CARE,
  'note-templates': SETTINGS,
  'onboarding-plans': SETTINGS,
  orders: OFFER,
  passkeys:
    'asks for a proof of ten minutes in the verb, whatever the centre says; a name takes none',
  payers: OFFER,
  payments: OFFER,
  pets: CARE,
  'processing-restrictions': 'keeps what there is as it is, for a time',
  'provider-documents': CARE,
  'provider-licenses': SETTINGS,
  'provider-onboardings': 'steps towards an approval, which is marked',
  providers: SETTINGS,
  recommendations: CARE,
  refunds: 'money goes back the way it came, to the payer',
  'reminder-policies': SETTINGS,
  rooms: SETTINGS,
  schedules: SETTINGS,
  services: OFFER,
  'session-notes': 'signing and adding to a note ask in the verb; a draft takes none',
  'session-packages': OFFER,
  sessions: CARE,
  superbills: CARE,
  tasks: CARE,
  'therapist-matches': CARE,
  'time-off': SETTINGS,
  'treatment-cycles': CARE,
  'user-sessions': 'ends sessions: somebody who is robbed of one needs no proof to end it',
}

const changing = operations.filter(({ method, sunset }) => method !== 'get' && !sunset)

test('every changing operation requires a fresh proof or says why not', () => {
  const undecided = changing.filter(
    ({ freshProof, permission }) => !freshProof && !UNMARKED[resourceOf(permission)],
  )
  expect(undecided.map(({ id }) => id)).toEqual([])
  expect(changing.filter(({ freshProof }) => freshProof).length).toBeGreaterThan(70)
})

test('no stated reason is unneeded or refers to a missing operation', () => {
  const unmarked = new Set(
    changing
      .filter(({ freshProof }) => !freshProof)
      .map(({ permission }) => resourceOf(permission)),
  )
  expect(Object.keys(UNMARKED).filter((resource) => !unmarked.has(resource as Resource))).toEqual(
    [],
  )
})

/** Operations that a program acting for a person may still use. All others are refused. */
const PROGRAMS: Partial<Record<Resource, 'ALL_CENTRES' | 'TEST_CENTRES'>> = {
  agents: 'ALL_CENTRES',
  'ai-models': 'TEST_CENTRES',
  'person-exports': 'ALL_CENTRES',
  'webhook-endpoints': 'TEST_CENTRES',
}

test('a program acting for a person may use operations that need a fresh proof only for a stated reason', () => {
  const given = RESOURCES.flatMap((resource) => {
    const { programs } = PERMISSIONS[resource]
    return programs ? [[resource, programs.in] as const] : []
  })
  expect(Object.fromEntries(given)).toEqual(PROGRAMS)
  const marked = new Set(
    changing.filter(({ freshProof }) => freshProof).map(({ permission }) => resourceOf(permission)),
  )
  expect(given.filter(([resource]) => !marked.has(resource))).toEqual([])
  const fresh = RESOURCES.map((resource): Permission => `${resource}:write`).filter(takesFreshProof)
  expect(fresh.length).toBeGreaterThan(20)
  expect(fresh.filter((it) => IN_PERSON_ONLY.has(it) === resourceOf(it) in PROGRAMS)).toEqual([])
})

test('the texts of resources about programs add to the rule of the fresh proof', () => {
  const twice = RESOURCES.filter((resource) => {
    const { freshProof, inPersonOnly } = PERMISSIONS[resource]
    return freshProof && inPersonOnly
  })
  expect(twice).toEqual([])
})

/** Operations that reports found unguarded, and their kind. */
test.each([
  'patchOrganization',
  'inviteUser',
  'patchUser',
  'createRole',
  'createApiKey',
  'createSsoConnection',
  'proveSsoDomain',
  'createPayoutAccount',
  'verifyPayoutAccount',
  'createPaymentAccount',
  'patchLegalEntity',
  'approveSettlement',
  'createCreditPayout',
  'patchRetentionPolicy',
  'createWebhookEndpoint',
  'createPersonExport',
  'createErasure',
  'approveErasure',
  'createAiModel',
  'createBreakGlassGrant',
  'publishAgent',
  'restoreAgent',
  'createCalendarFeed',
])('%s requires a fresh proof', (id) => {
  expect(operations.find((it) => it.id === id)?.freshProof).toBe(true)
})
