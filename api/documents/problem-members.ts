import { BLOCK_CODES } from '#scheduling/availability/rules.ts'
import { USE_TYPES } from '#platform/core/records/assert-unused.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'

const text = (description: string) => ({ type: 'string', description })
const textOrNull = (description: string) => ({ type: ['string', 'null'], description })
const whole = (description: string) => ({ type: 'integer', description })
const texts = (description: string) => ({
  type: 'array',
  description,
  items: { type: 'string' },
})
const objects = (
  description: string,
  members: Record<string, ReturnType<typeof text | typeof textOrNull>>,
  optional: readonly string[] = [],
) => ({
  type: 'array',
  description,
  items: {
    type: 'object',
    properties: members,
    required: Object.keys(members).filter((name) => !optional.includes(name)),
  },
})

/** Additional members of problems. A name has the same meaning and type for all codes. */
export const PROBLEM_MEMBERS = {
  actorId: text('ID of the person or key that is not allowed to do this.'),
  allowed: texts(
    'Alternatives: operations or statuses that the current state allows, or methods that the path supports.',
  ),
  alternatives: objects(
    'Alternatives that were free a moment ago, nearest first: start times, or other groups by `groupId`.',
    {
      providerId: text('The provider.'),
      locationId: text('The location.'),
      startsAt: {
        ...text('Start, with the offset of the location.'),
        format: 'date-time',
      } as ReturnType<typeof text>,
      groupId: text('Group with a free place.'),
    },
    ['groupId'],
  ),
  approvableAloneAt: {
    ...text('When you can do it alone, in UTC, unless another person has the permission then.'),
    format: 'date-time',
  },
  appointments: {
    description: 'Appointments that prevent the request: overlapping pairs, or their number.',
    anyOf: [
      { type: 'integer' },
      {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            kept: text('ID of the appointment of the remaining record.'),
            moving: text(
              'ID of the appointment of the record that is merged into the remaining one.',
            ),
          },
          required: ['kept', 'moving'],
        },
      },
    ],
  },
  attendees: {
    type: 'array',
    description: 'Children of the group, and which of them cannot attend.',
    items: { type: 'object' },
  },
  authorId: text('ID of the author of the draft.'),
  balance: whole('Balance, in minor units.'),
  blockers: objects('Open matters that must be closed first.', {
    kind: text('Kind of the open matter.'),
    id: text('Its id.'),
  }),
  blocks: {
    type: 'array',
    description: 'Rules that do not allow the time.',
    items: { type: 'string', 'x-extensible-enum': [...BLOCK_CODES] },
  },
  budget: text('The budget that is exhausted.'),
  currency: text('The currency in use, as an ISO 4217 code.'),
  decision: textOrNull('What happened to the fee; null if there is none.'),
  dischargedAt: text('When the child’s care ends or ended, in UTC.'),
  disputed: whole('Disputed amount, in minor units.'),
  endpointId: text('ID of the webhook endpoint.'),
  erasureId: text('ID of the running erasure.'),
  expiresOn: textOrNull('Last day of validity of the license.'),
  invoiceId: text('ID of the invoice.'),
  licenseId: text('ID of the license.'),
  locked: texts('The members that can no longer change.'),
  mergedIntoId: text('ID of the record into which this record was merged.'),
  methods: texts('The methods that the key allows.'),
  minutes: whole('Maximum age of the proof, in minutes.'),
  missing: texts('Missing items, by name.'),
  modelId: text('ID of the language model.'),
  noteId: text('ID of the signed note.'),
  offerId: text('ID of the current offer.'),
  onboardingId: text('ID of the running onboarding.'),
  orderId: text('ID of the order.'),
  orders: whole('Number of orders that prevent the change.'),
  others: whole('Number of other people who have the permission.'),
  outcome: text('Message from the gateway.'),
  outstanding: whole('Amount still due, in minor units.'),
  packageId: text('ID of the session package.'),
  payableAt: textOrNull(
    'When the payout account can first receive payouts, in UTC; null if it is not known.',
  ),
  paymentId: text('ID of the payment.'),
  payoutAccountId: textOrNull('ID of the payout account; null if there is none.'),
  permission: text('The permission that is missing.'),
  personId: text('ID of the person whose data is restricted.'),
  prices: objects('Records with a price that prevents the change, at most 20.', {
    type: text('Kind of record: service or cancellationPolicy.'),
    id: text('Its ID.'),
    name: text('Its name.'),
  }),
  proven: text('The status that the signatures prove.'),
  providerId: text('ID of the provider.'),
  reason: text('Why, as a code.'),
  refundable: whole('Refundable amount, in minor units.'),
  resource: {
    ...text('Kind of what is already booked.'),
    'x-extensible-enum': ['provider', 'child', 'room'],
  },
  restrictionId: text('ID of the restriction.'),
  roles: texts('Roles that can do this.'),
  scopes: texts('Scopes, any one of which is sufficient.'),
  sessionId: text('ID of the session.'),
  settlementId: text('ID of the settlement.'),
  uses: {
    type: 'array',
    description: 'What still needs the record, by kind.',
    items: {
      type: 'object',
      properties: {
        type: {
          ...text('Kind of record that refers to it.'),
          'x-extensible-enum': [...USE_TYPES, 'schedule', 'scheduleException'],
        },
        count: whole('Number of these records, including those that you may not see.'),
      },
      required: ['type', 'count'],
    },
  },
  url: { ...text('URL at which the person can prove their identity.'), format: 'uri' },
  users: whole('Number of users with the role.'),
  version: whole('Current version of the record.'),
  ways: texts('Ways in which the person can prove their identity.'),
} as const

export type ProblemMember = keyof typeof PROBLEM_MEMBERS

/** The members of each code. Members that are unknown in a case are omitted. */
export const MEMBERS_OF_CODE: Partial<Record<ErrorCode, readonly ProblemMember[]>> = {
  ai_budget_exhausted: ['budget', 'modelId'],
  appointment_covered: ['packageId'],
  appointment_paid: ['orderId', 'paymentId'],
  appointments_overlap: ['appointments'],
  child_discharged: ['dischargedAt'],
  child_merged: ['mergedIntoId'],
  consent_missing: ['missing'],
  credit_exceeded: ['balance'],
  currency_in_use: ['currency', 'orders', 'prices'],
  discount_code_refused: ['reason'],
  endpoint_inactive: ['endpointId'],
  erasure_blocked: ['blockers'],
  erasure_open: ['erasureId'],
  group_full: ['alternatives'],
  hold_expired: ['alternatives'],
  insufficient_role: ['permission', 'roles'],
  insufficient_scope: ['methods', 'permission', 'scopes'],
  invalid_transition: ['allowed'],
  lead_incomplete: ['missing'],
  lead_offered: ['offerId'],
  license_expired: ['expiresOn', 'licenseId'],
  license_not_verified: ['licenseId'],
  method_not_allowed: ['allowed'],
  note_incomplete: ['missing'],
  note_signed: ['locked', 'noteId', 'sessionId'],
  nothing_to_charge: ['decision'],
  nothing_to_waive: ['decision'],
  onboarding_running: ['onboardingId'],
  order_invoiced: ['invoiceId'],
  order_not_invoiceable: ['orderId'],
  order_paid_in_part: ['paymentId'],
  package_in_use: ['packageId'],
  passkey_refused: ['ways'],
  payment_already_settled: ['paymentId', 'settlementId'],
  payment_disputed: ['disputed', 'paymentId'],
  payment_exceeds_order: ['outstanding'],
  payment_in_flight: ['orderId', 'paymentId'],
  payment_not_delivered: ['paymentId'],
  period_open: ['appointments'],
  payment_settled: ['outcome'],
  payout_account_not_payable: ['payableAt', 'payoutAccountId', 'providerId'],
  precondition_failed: ['version'],
  processing_restricted: ['personId', 'restrictionId'],
  provider_has_appointments: ['appointments'],
  record_altered: ['proven'],
  record_in_use: ['uses'],
  time_zone_in_use: ['uses'],
  refund_exceeds_payment: ['refundable'],
  role_in_use: ['users'],
  second_factor_required: ['url'],
  second_person_required: ['actorId', 'approvableAloneAt', 'others'],
  settlement_in_progress: ['settlementId'],
  slot_taken: ['alternatives', 'attendees', 'resource'],
  slot_unavailable: ['alternatives', 'blocks'],
  split_terms_missing: ['paymentId'],
  step_up_required: ['minutes', 'url'],
  wrong_signer: ['authorId', 'providerId'],
}

/** The members that these codes can have, as JSON Schema. */
export const membersOfCodes = (codes: readonly ErrorCode[]): Record<string, object> => {
  const names = new Set(codes.flatMap((code) => MEMBERS_OF_CODE[code] ?? []))
  return Object.fromEntries([...names].toSorted().map((name) => [name, PROBLEM_MEMBERS[name]]))
}
