import type { Reader } from '../core/transaction.ts'

/** A condition on a row, by the alias it is read under. $1 tenant, $2 person, $3 ids of the person's records. */
type Condition = (row: string) => string

const is =
  (column: string): Condition =>
  (row) =>
    `${row}.${column} = $2`

/** Of a record that is the person's. */
const via =
  (column: string, parent: string, condition: Condition): Condition =>
  (row) => {
    const of = `${parent}_of`
    return `EXISTS (SELECT FROM ${parent} ${of} WHERE ${of}.tenant_id = ${row}.tenant_id AND ${of}.id = ${row}.${column} AND ${condition(of)})`
  }

/** About a record that is the person's. */
const about: Condition = (row) => `(${row}.subject_id = $2 OR ${row}.subject_id = ANY ($3))`

/** How a table's rows are a child's, and how a client's. */
export interface PersonTable {
  child?: Condition
  client?: Condition
  /** Its rows have no id of their own, or are found by those of others. */
  apart?: true
}

const ofChild = is('child_id')
const ofClient = is('client_id')
const session = via('session_id', 'sessions', ofChild)
const note = via('note_id', 'session_notes', session)
const goal = via('goal_id', 'goals', ofChild)
const programme = via('programme_id', 'early_intervention_programmes', ofChild)

/**
 * Every table that holds something about a person, and how. A test compares this and {@link NOBODYS}
 * with the database: a new table is named in one of them.
 */
export const PERSON_TABLES: Record<string, PersonTable> = {
  children: { child: is('id') },
  clients: { client: is('id') },
  guardianships: { child: ofChild, client: ofClient },
  care_team_members: { child: ofChild },
  break_glass_grants: { child: ofChild },
  child_merges: { child: (row) => `$2 IN (${row}.survivor_id, ${row}.duplicate_id)` },
  pets: { client: ofClient },
  consents: { child: ofChild, client: is('granted_by_id') },
  appointments: { child: ofChild },
  appointment_changes: { child: via('appointment_id', 'appointments', ofChild) },
  series: { child: ofChild },
  series_occurrences: { child: via('series_id', 'series', ofChild) },
  group_waits: { child: ofChild },
  waitlist_entries: { child: ofChild },
  waitlist_offers: { child: via('entry_id', 'waitlist_entries', ofChild) },
  calendar_feeds: { child: ofChild },
  reminder_policies: { client: ofClient },
  feedback: { child: via('appointment_id', 'appointments', ofChild), client: ofClient },
  sessions: { child: ofChild },
  session_participants: { child: session, client: ofClient, apart: true },
  session_goals: { child: session, apart: true },
  session_notes: { child: session },
  session_note_versions: { child: note, apart: true },
  session_note_signatures: { child: note },
  session_note_addenda: { child: note },
  goals: { child: ofChild },
  goal_measurements: { child: goal },
  goal_reviews: { child: goal },
  form_responses: { child: ofChild, client: ofClient },
  form_signatures: { child: via('response_id', 'form_responses', ofChild), client: ofClient },
  assessment_schedules: { child: ofChild },
  assessments: { child: ofChild },
  assessment_corrections: { child: via('assessment_id', 'assessments', ofChild) },
  treatment_cycles: { child: ofChild },
  agent_actions: { child: is('subject_id') },
  attachments: { child: ofChild },
  appointment_import_rows: { child: ofChild },
  early_intervention_programmes: { child: ofChild },
  programme_deadlines: { child: programme },
  check_ins: { child: programme, client: ofClient },
  orders: { child: ofChild, client: ofClient },
  order_lines: { child: via('order_id', 'orders', ofChild) },
  payments: {
    child: via('order_id', 'orders', ofChild),
    client: via('order_id', 'orders', ofClient),
  },
  person_exports: { child: ofChild, client: ofClient },
  processing_restrictions: { child: ofChild, client: ofClient },
  follow_ups: { child: about, apart: true },
  follow_up_steps: { child: via('follow_up_id', 'follow_ups', about), apart: true },
  messages: { child: about, client: is('recipient_id'), apart: true },
  one_time_links: { child: about, client: is('recipient_id'), apart: true },
}

const CENTRE = 'the centre’s own'
const STAFF = 'of a provider, or of a key'
const PLUMBING = 'ids and facts without a person, kept for hours or days'

/** The other tables, and why they hold nothing about a child or a client. */
export const NOBODYS: Record<string, string> = {
  tenants: CENTRE,
  locations: CENTRE,
  rooms: CENTRE,
  services: CENTRE,
  closures: CENTRE,
  custom_field_definitions: CENTRE,
  cancellation_policies: CENTRE,
  note_templates: CENTRE,
  form_templates: CENTRE,
  form_template_versions: CENTRE,
  assessment_instruments: CENTRE,
  instrument_editions: CENTRE,
  agent_runs: CENTRE,
  clock_sets: CENTRE,
  check_in_question_sets: CENTRE,
  appointment_imports: CENTRE,
  holiday_calendars: CENTRE,
  providers: STAFF,
  supervisions: STAFF,
  schedules: STAFF,
  schedule_exceptions: STAFF,
  time_off: STAFF,
  freed_slots: STAFF,
  api_keys: STAFF,
  refresh_tokens: STAFF,
  revoked_tokens: STAFF,
  operator_tokens: 'the platform’s own',
  signing_keys: 'the platform’s own',
  rate_limits: PLUMBING,
  idempotency_keys: 'ciphertext, kept for 24 hours',
  outbox: PLUMBING,
  webhook_endpoints: CENTRE,
  webhook_deliveries: PLUMBING,
  webhook_attempts: PLUMBING,
  webhook_recoveries: PLUMBING,
  audit_entries: 'who did what, with ids alone; GET /v1/children/{id}/disclosures shows a child’s',
  audit_heads: 'seals',
  audit_seals: 'seals',
  _prisma_migrations: 'the platform’s own',
}

/** Ids of all that is a child's, itself included. */
export const recordIdsOf = async (reader: Reader, childId: string): Promise<string[]> => {
  const rows = await reader.sql<{ id: string }>(RECORD_IDS, [reader.tenantId, childId])
  return rows.map(({ id }) => id)
}

const RECORD_IDS = Object.entries(PERSON_TABLES)
  .flatMap(([table, { child, apart }]) =>
    child && !apart ? [`SELECT t.id FROM ${table} t WHERE t.tenant_id = $1 AND ${child('t')}`] : [],
  )
  .join(' UNION ALL ')
