import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PERMISSIONS_OF_PEOPLE } from '#platform/core/access/permissions.ts'
import { DERIVED } from '#vocabulary/resources.ts'

/**
 * Columns with texts or JSON: each is written by callers of its own record, or derived from other records and
 * declared as `derived` in its resource.ts. A new column must be classified.
 */

/** Names of columns that contain words; JSON columns contain words under any name. */
const WORDS =
  /(?:^|_)(?:text|texts|title|notes?|message|answer|prompt|output|quotes?|body|outcome|description|summary|reason|question|comment|evidence|said|detail|subjective|objective|assessment|plan|narrative|content|why|words|explanation|correction|statement|instructions|variables|action)$/

/** Columns that callers write about the record itself, or the platform's own facts about it. */
const WRITTEN: Readonly<Record<string, string>> = {
  performed_actions: 'action',
  message_texts: 'body',
  message_text_versions: 'body',
  agents: 'description definition pause_reason template',
  agent_versions: 'definition',
  agent_run_steps: 'decision_reason',
  agent_replays: 'definition totals',
  agent_replay_results: 'outcome',
  agent_triggers: 'input',
  agent_trigger_counts: 'examples',
  recommendation_dismissals: 'reason',
  payers: 'address e_invoice_address',
  cancellation_policies: 'windows no_show_fee',
  order_lines: 'description discount package',
  refunds: 'reason',
  disputes: 'reason evidence',
  treatment_cycles: 'close_reason',
  split_terms: 'shares tiers reserve',
  payout_accounts: 'rejection_reason',
  reserves: 'reason',
  period_locks: 'reason',
  legal_entities: 'address e_invoice_address dunning_levels',
  invoices: 'reason note',
  dunnings: 'levels reminders hold_reason hold_note stop_reason stop_note',
  credit_payouts: 'reason',
  session_participants: 'title',
  note_templates: 'sections custom_sections',
  session_notes: 'subjective objective assessment plan sections return_reason',
  session_note_versions: 'subjective objective assessment plan sections',
  session_note_addenda: 'text',
  goals: 'title description end_reason',
  goal_measurements: 'comment void_reason',
  goal_reviews: 'reason',
  instrument_editions: 'definition',
  assessment_schedules: 'end_reason',
  assessments: 'items scores comment waive_reason',
  assessment_corrections: 'reason',
  form_templates: 'definition',
  form_template_versions: 'definition',
  form_responses: 'answers scores cancel_reason',
  clock_sets: 'clocks',
  family_check_in_question_sets: 'questions worries',
  early_intervention_programs:
    'milestones delays ifsp_services hand_overs outcome_summaries close_reason',
  family_check_ins: 'answers comment',
  ifsps: 'present_levels family outcomes other_services transition services change_note changes',
  ifsp_signatures: 'declined_services',
  assistants: 'instructions',
  assistant_versions: 'instructions',
  knowledge_documents: 'warnings failure_detail',
  knowledge_passages: 'text',
  curated_answers: 'question answer words',
  kept_answers: 'question rating_reason correction',
  evaluations: 'questions',
  evaluation_runs: 'totals',
  onboarding_plans: 'requirements',
  onboarding_plan_versions: 'requirements',
  matching_settings: 'weights',
  therapist_matches: 'input settings',
  provider_onboardings: 'reason',
  onboarding_items: 'reason evidence note',
  onboarding_references: 'comment',
  leads: 'message consents lost_reason',
  lead_contact_attempts: 'outcome note',
  lead_forms: 'texts consents',
  follow_up_steps: 'acknowledged_action acknowledgment_note assignment_note',
  messages: 'reason',
  feedback: 'comment',
  tasks: 'comments',
  worklist_marks: 'snooze_reason',
  tenants: 'message_kinds message_channels message_logo closures status_reason',
  locations: 'address hours',
  services: 'provider_overrides location_prices',
  providers: 'calendar suspension_reason status_note insurance age_range service_area',
  provider_licenses: 'evidence verification_note',
  schedules: 'windows',
  schedule_exceptions: 'windows',
  clients: 'address custom_fields',
  pets: 'notes',
  children: 'referral alerts',
  consents: 'evidence revoke_reason',
  diagnoses: 'description',
  signing_keys: 'public_jwk',
  outbox: 'actor',
  audit_entries: 'action',
  break_glass_grants: 'reason review_note',
  erasures: 'reason',
  processing_restrictions: 'reason lift_reason',
  time_off: 'reason',
  discharges: 'reason note readmit_reason',
  discharge_items: 'detail facts',
  series: 'notes',
  appointment_imports: 'defaults undo_reason failure_detail',
  appointments: 'notes cancellation error_reason decline_reason fee fee_waiver_reason override',
  appointment_changes: 'reason',
  series_occurrences: 'notes cancellation result',
  waitlist_entries: 'times',
  reminder_policies: 'offsets_minutes channels text_channels quiet_hours',
  channel_consents: 'evidence',
  undeliverable_addresses: 'problem',
  text_replies: 'outcome',
  appointment_import_files: 'content columns',
  roles: 'description',
  sso_connections: 'domain_proofs role_mappings',
  webhook_endpoints: 'description headers filter status_reason secrets',
  webhook_recoveries: 'status_reason',
  webhook_deliveries: 'last_reason',
  webhook_attempts: 'outcome reason',
}

const columns = readdirSync('prisma/schema')
  .filter((name) => name.endsWith('.prisma'))
  .map((name) => readFileSync(`prisma/schema/${name}`, 'utf8'))
  .flatMap((schema) => [...schema.matchAll(/^model \w+ \{(.*?)^\}/gms)])
  .flatMap(([, body]) => {
    const table = /@@map\("(\w+)"\)/.exec(body!)![1]!
    return [...body!.matchAll(/^\s+(\w+)\s+(String|Json)\b(.*)$/gm)].flatMap(
      ([, name, type, rest]) => {
        const column = /@map\("(\w+)"\)/.exec(rest!)?.[1] ?? name!
        return [{ table, column, holdsWords: type === 'Json' || WORDS.test(column) }]
      },
    )
  })

test('every text column is either written by people or derived from other records', () => {
  const open = columns.flatMap(({ table, column, holdsWords }) => {
    const isWritten = WRITTEN[table]?.split(' ').includes(column) ?? false
    const isDerived = DERIVED[table]?.columns.includes(column) ?? false
    if (isWritten && isDerived) return [`${table}.${column} is both`]
    return holdsWords && !isWritten && !isDerived ? [`${table}.${column} is neither`] : []
  })
  expect(open).toEqual([])
})

test('every listed column exists', () => {
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  const named = [
    ...Object.entries(WRITTEN).flatMap(([table, names]) =>
      names.split(' ').map((name) => `${table}.${name}`),
    ),
    ...Object.entries(DERIVED).flatMap(([table, { columns: names }]) =>
      names.map((name) => `${table}.${name}`),
    ),
  ]
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('each requires existing permissions, or says why it needs none', () => {
  const permissions = new Set<string>(PERMISSIONS_OF_PEOPLE)
  for (const { takes, because } of Object.values(DERIVED)) {
    if (takes === 'BY_ROW') continue
    expect(takes.filter((permission) => !permissions.has(permission))).toEqual([])
    expect(takes.length > 0 || because !== undefined).toBe(true)
  }
})
