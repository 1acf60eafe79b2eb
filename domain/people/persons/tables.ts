import type { Reader } from '#platform/core/transaction.ts'
import { about, is, via } from './condition.ts'
import { empty, keep, of, remove, type OfPerson } from './erasing.ts'
import { mentionedIn, type Mentions } from './mentions.ts'

/** How a table's rows are a child's, and how a client's; what an erasure of either does with them. */
export interface PersonTable {
  child?: OfPerson
  client?: OfPerson
  /** Its rows name people who are not known yet: what an erasure of one of them does with these. */
  mentions?: Mentions
  /** Its rows have no id of their own, or are found by those of others. */
  hasNoId?: true
  /** Texts that an erasure leaves where it does not remove the row: nonPersonalColumns, states, ids. Keys are not named. */
  nonPersonalColumns?: readonly string[]
}

const ofChild = is('child_id')
const ofClient = is('client_id')
const session = via('session_id', 'sessions', ofChild)
const note = via('note_id', 'session_notes', session)
const goal = via('goal_id', 'goals', ofChild)
const program = via('program_id', 'early_intervention_programs', ofChild)
const order = (whose: typeof ofChild) => via('order_id', 'orders', whose)

const clinical = remove('CLINICAL')
const atOnce = remove('AT_ONCE')
/** Of a client's erasure: what it says of them is part of a child's record, and goes with that. */
const keptWithChildRecord = keep('CHILDS_RECORD')
const deidentified = keep('NAMELESS')
const lifted = remove('LAST', { where: (row) => `${row}.lifted_at IS NOT NULL` })

/**
 * Every table that holds something about a person: whose its rows are, and what an erasure does with them
 * (docs/decisions/0051). Parents before what hangs on them: an erasure goes from the last to the first. A
 * test compares this and {@link WITHOUT_PERSONAL_DATA} with the database, column by column: a new table is named in one
 * of them, and a new text of a table that is not removed is emptied or named as a code.
 */
export const PERSON_TABLES: Record<string, PersonTable> = {
  children: {
    child: of(
      is('id'),
      empty('AT_ONCE', 'alerts'),
      empty('LAST', 'first_name', 'last_name', 'birth_date', 'program', 'referral'),
    ),
  },
  clients: {
    client: of(
      is('id'),
      empty('AT_ONCE', 'email', 'phone', 'custom_fields'),
      empty('FINANCIAL', 'address'),
      empty('LAST', 'name'),
    ),
  },
  erasures: {
    child: of(ofChild, empty('LAST', 'reason', 'requester')),
    client: of(ofClient, empty('LAST', 'reason', 'requester')),
    nonPersonalColumns: ['created_by', 'erased', 'retained', 'blockers', 'record_ids'],
  },
  guardianships: { child: of(ofChild, clinical), client: of(ofClient, clinical) },
  care_team_members: { child: of(ofChild, clinical) },
  break_glass_grants: { child: of(ofChild, clinical) },
  child_merges: {
    child: of((row) => `ARRAY[${row}.survivor_id, ${row}.duplicate_id] && $2`, atOnce),
  },
  pets: { client: of(ofClient, atOnce) },
  consents: { child: of(ofChild, clinical), client: of(is('granted_by_id'), keptWithChildRecord) },
  series: {
    child: of(ofChild, empty('CLINICAL', 'notes')),
    nonPersonalColumns: ['zone', 'start_time', 'rule', 'status'],
  },
  appointments: {
    child: of(
      ofChild,
      empty(
        'CLINICAL',
        'notes',
        'cancellation.reason',
        'error_reason',
        'decline_reason',
        'fee_waiver_reason',
        'override',
      ),
    ),
    nonPersonalColumns: ['zone', 'fee'],
  },
  appointment_changes: { child: of(via('appointment_id', 'appointments', ofChild), clinical) },
  series_occurrences: { child: of(via('series_id', 'series', ofChild), clinical) },
  group_waits: { child: of(ofChild, atOnce) },
  waitlist_entries: { child: of(ofChild, atOnce) },
  waitlist_offers: { child: of(via('entry_id', 'waitlist_entries', ofChild), atOnce) },
  calendar_feeds: { child: of(ofChild, atOnce) },
  reminder_policies: { client: of(ofClient, atOnce) },
  feedback: {
    child: of(via('appointment_id', 'appointments', ofChild), atOnce),
    client: of(ofClient, atOnce),
  },
  sessions: { child: of(ofChild, deidentified), nonPersonalColumns: ['attendance'] },
  session_participants: {
    child: of(session, clinical),
    client: of(ofClient, keptWithChildRecord),
    hasNoId: true,
  },
  goals: { child: of(ofChild, clinical) },
  session_goals: { child: of(session, clinical), hasNoId: true },
  session_notes: { child: of(session, clinical) },
  session_note_versions: { child: of(note, clinical), hasNoId: true },
  session_note_signatures: { child: of(note, clinical) },
  session_note_addenda: { child: of(note, clinical) },
  goal_measurements: { child: of(goal, clinical) },
  goal_reviews: { child: of(goal, clinical) },
  form_responses: {
    child: of(
      ofChild,
      remove('AT_ONCE', { where: (row) => `${row}.status <> 'SUBMITTED'` }),
      clinical,
    ),
    client: of(ofClient, keptWithChildRecord),
  },
  form_signatures: {
    child: of(via('response_id', 'form_responses', ofChild), clinical),
    client: of(ofClient, empty('CLINICAL', 'signed_name')),
    nonPersonalColumns: ['actor_id', 'content_hash', 'key_id', 'signature'],
  },
  assessment_schedules: { child: of(ofChild, clinical) },
  assessments: { child: of(ofChild, clinical) },
  assessment_corrections: {
    child: of(via('assessment_id', 'assessments', ofChild), clinical),
  },
  treatment_cycles: { child: of(ofChild, clinical) },
  agent_actions: { child: of(is('subject_id'), atOnce) },
  attachments: {
    child: of(
      ofChild,
      remove('AT_ONCE', { where: (row) => `${row}.status <> 'READY'`, files: true }),
      remove('CLINICAL', { files: true }),
    ),
  },
  appointment_import_files: {
    mentions: {
      ...mentionedIn(
        (row) => `${row}.content`,
        () => 'false',
      ),
      erasing: [atOnce],
    },
  },
  appointment_import_rows: {
    child: of(ofChild, atOnce),
    mentions: {
      ...mentionedIn(
        (row) =>
          `(SELECT string_agg(v #>> '{}', ' ') FROM jsonb_path_query(${row}.source, '$.*') v)`,
        (row) => `${row}.child_id IS NULL`,
      ),
      erasing: [empty('AT_ONCE', 'source')],
    },
    nonPersonalColumns: ['pending', 'result', 'field', 'code', 'detail', 'conflicts_with', 'key'],
  },
  early_intervention_programs: { child: of(ofChild, clinical) },
  program_deadlines: { child: of(program, clinical) },
  check_ins: { child: of(program, clinical), client: of(ofClient, keptWithChildRecord) },
  orders: {
    child: of(ofChild, deidentified),
    client: of(ofClient, deidentified),
    nonPersonalColumns: ['purpose', 'status'],
  },
  order_lines: {
    child: of(order(ofChild), empty('FINANCIAL', 'description')),
    client: of(order(ofClient), empty('FINANCIAL', 'description')),
  },
  payments: {
    child: of(order(ofChild), empty('FINANCIAL', 'gateway_reference', 'method')),
    client: of(order(ofClient), empty('FINANCIAL', 'gateway_reference', 'method')),
    nonPersonalColumns: ['status', 'gateway', 'failure_code'],
  },
  person_exports: {
    child: of(ofChild, remove('AT_ONCE', { files: true })),
    client: of(ofClient, remove('AT_ONCE', { files: true })),
  },
  processing_restrictions: {
    child: of(ofChild, lifted),
    client: of(ofClient, lifted),
    // Of what is not lifted: an erasure's own, in our words.
    nonPersonalColumns: ['reason', 'lift_reason', 'informed', 'started_by', 'lifted_by'],
  },
  follow_ups: { child: of(about, clinical), hasNoId: true },
  follow_up_steps: { child: of(via('follow_up_id', 'follow_ups', about), clinical), hasNoId: true },
  messages: {
    child: of(about, empty('AT_ONCE', 'sealed_address', 'sealed_variables'), clinical),
    client: of(
      is('recipient_id'),
      empty('AT_ONCE', 'sealed_address', 'sealed_variables'),
      clinical,
    ),
    hasNoId: true,
  },
  one_time_links: {
    child: of(about, atOnce),
    client: of(is('recipient_id'), atOnce),
    hasNoId: true,
  },
}

const CENTRE = 'the centre’s own'
const STAFF = 'of a provider, or of a key'
const PLUMBING = 'ids and facts without a person, kept for hours or days'

/** The other tables, and why they hold nothing about a child or a client. */
export const WITHOUT_PERSONAL_DATA: Record<string, string> = {
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
  file_removals: PLUMBING,
  webhook_endpoints: CENTRE,
  webhook_deliveries: PLUMBING,
  webhook_attempts: PLUMBING,
  webhook_recoveries: PLUMBING,
  audit_entries: 'who did what, with ids alone; GET /v1/children/{id}/disclosures shows a child’s',
  audit_heads: 'seals',
  audit_seals: 'seals',
  _prisma_migrations: 'the platform’s own',
}

/** Ids of all that is a child's, itself and its duplicates included where these are named. */
export const recordIdsOf = async (
  reader: Reader,
  childIds: readonly string[],
): Promise<string[]> => {
  const rows = await reader.sql<{ id: string }>(RECORD_IDS, [reader.tenantId, childIds])
  return rows.map(({ id }) => id)
}

const RECORD_IDS = Object.entries(PERSON_TABLES)
  .flatMap(([table, { child, hasNoId }]) =>
    child && !hasNoId
      ? [`SELECT t.id FROM ${table} t WHERE t.tenant_id = $1 AND ${child.rows('t')}`]
      : [],
  )
  .join(' UNION ALL ')
