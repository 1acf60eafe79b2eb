/** Recommended actions and their reasons: rules over catalog queries, without a model. */
import { DAY_MS } from '#platform/core/time/time.ts'

/** A row of the rule's query. */
export type Row = Readonly<Record<string, unknown>>

export interface Rule {
  title: string
  /** The rule's weight, before points for delay are added. */
  weight: number
  /** The catalog query of the rule, which runs with default parameters. */
  query: string
  /** The row member with the id of the subject. */
  record: string
  /** The row member with the due day or instant, or the start of the wait. */
  since: string
  /** If 'DUE', `since` is a due date. Otherwise `since` starts a wait, of which this number of days is normal. */
  usualDays: number | 'DUE'
  reason: (row: Row) => string
  /** Further members on which the recommendation depends, besides `since`. A change of one of them ends a dismissal. */
  restsOn?: readonly string[]
  /** The id of the operation that resolves the recommendation. */
  operationId: string
  method: 'GET' | 'PATCH' | 'POST'
  /** The path, with the record's id in place of `{id}`. */
  path: string
}

const dayOf = (value: unknown) => String(value).slice(0, 10)

const RULES = {
  DEADLINE_NEAR: {
    title: 'A statutory deadline is near or has passed',
    weight: 70,
    query: 'early_intervention_deadlines_near',
    record: 'programId',
    since: 'dueOn',
    usualDays: 'DUE',
    restsOn: ['clock'],
    reason: ({ clock, dueOn }) => `The deadline ${String(clock)} is due on ${dayOf(dueOn)}.`,
    operationId: 'getEarlyInterventionProgram',
    method: 'GET',
    path: '/v1/early-intervention-programs/{id}',
  },
  ASSESSMENT_DUE: {
    title: 'An assessment is due',
    weight: 50,
    query: 'children_due_for_assessment',
    record: 'childId',
    since: 'dueOn',
    usualDays: 'DUE',
    reason: ({ dueOn }) => `The assessment was due on ${dayOf(dueOn)}.`,
    operationId: 'recallAssessments',
    method: 'POST',
    path: '/v1/ai/assessment-recall',
  },
  NOTE_MISSING: {
    title: 'A session has no signed note',
    weight: 50,
    query: 'appointments_without_note',
    record: 'appointmentId',
    since: 'endsAt',
    usualDays: 1,
    reason: ({ endsAt }) => `The appointment of ${dayOf(endsAt)} has no signed note.`,
    operationId: 'getAppointment',
    method: 'GET',
    path: '/v1/appointments/{id}',
  },
  LEAD_WAITING: {
    title: 'A family is waiting for an answer',
    weight: 45,
    query: 'leads_waiting',
    record: 'leadId',
    since: 'heardAt',
    usualDays: 1,
    reason: ({ heardAt }) => `The last contact with the lead was on ${dayOf(heardAt)}.`,
    operationId: 'getLead',
    method: 'GET',
    path: '/v1/leads/{id}',
  },
  NEXT_APPOINTMENT_MISSING: {
    title: 'A child has no next appointment',
    weight: 40,
    query: 'children_without_next_appointment',
    record: 'childId',
    since: 'lastSeenAt',
    usualDays: 14,
    reason: ({ lastSeenAt }) => `No appointment is booked after the visit of ${dayOf(lastSeenAt)}.`,
    operationId: 'createAppointment',
    method: 'POST',
    path: '/v1/appointments',
  },
  CHECK_IN_SILENT: {
    title: 'A family has not answered its check-ins',
    weight: 40,
    query: 'programs_without_check_in',
    record: 'programId',
    since: 'lastAnsweredOn',
    usualDays: 30,
    reason: ({ lastAnsweredOn }) =>
      lastAnsweredOn === null
        ? 'The family has not answered any check-in yet.'
        : `The family has not answered any check-in since ${dayOf(lastAnsweredOn)}.`,
    operationId: 'sendFamilyCheckIn',
    method: 'POST',
    path: '/v1/family-check-ins/send',
  },
  GOAL_STALLED: {
    title: 'A goal makes no progress',
    weight: 35,
    query: 'goals_without_progress',
    record: 'goalId',
    since: 'lastMeasuredAt',
    usualDays: 28,
    restsOn: ['trend'],
    reason: ({ lastMeasuredAt, trend }) =>
      lastMeasuredAt === null
        ? 'The goal has never been measured.'
        : `The goal was last measured on ${dayOf(lastMeasuredAt)}; trend ${String(trend)}.`,
    operationId: 'recordGoalMeasurement',
    method: 'POST',
    path: '/v1/goals/{id}/measurements',
  },
  ONBOARDING_WAITING: {
    title: 'The onboarding of a provider is not progressing',
    weight: 30,
    query: 'onboardings_waiting',
    record: 'onboardingId',
    since: 'stageEnteredAt',
    usualDays: 7,
    restsOn: ['status'],
    reason: ({ status, stageEnteredAt }) =>
      `The onboarding has been in ${String(status)} since ${dayOf(stageEnteredAt)}.`,
    operationId: 'getProviderOnboarding',
    method: 'GET',
    path: '/v1/provider-onboardings/{id}',
  },
  ORDER_UNPAID: {
    title: 'An order is not paid',
    weight: 20,
    query: 'unpaid_orders',
    record: 'orderId',
    since: 'createdAt',
    usualDays: 14,
    reason: ({ createdAt }) => `The order of ${dayOf(createdAt)} is unpaid.`,
    operationId: 'getOrder',
    method: 'GET',
    path: '/v1/orders/{id}',
  },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
export const RULE_NAMES = Object.keys(RULES) as [RuleName, ...RuleName[]]
export const ruleOf = (name: RuleName): Rule => RULES[name]

/** The facts behind a recommendation, taken from the rows of its record. They do not depend on the date. */
export const evidenceOf = ({ since, restsOn = [] }: Rule, rows: readonly Row[]): object =>
  Object.fromEntries(
    [since, ...restsOn].map((member) => [member, rows.map((row) => row[member] ?? null)]),
  )

/** Maximum points for delay. */
const MOST_FOR_DELAY = 30

/** The score of a recommendation: the weight of its rule plus one point per day of delay, up to 30. */
export const scoreOf = ({ weight, usualDays }: Rule, since: string | null, now: Date): number => {
  if (since === null) return weight
  const usual = usualDays === 'DUE' ? 0 : usualDays
  const late = Math.floor((now.getTime() - Date.parse(since)) / DAY_MS) - usual
  return weight + Math.min(MOST_FOR_DELAY, Math.max(0, late))
}
