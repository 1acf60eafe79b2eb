import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

/**
 * Tables that refer to children, clients, locations, rooms or services and are not in the way of archiving them
 * (prisma/functions/uses.sql), by reason. A new table must be counted there or listed here.
 */
const NOT_IN_THE_WAY = {
  'it records what was': [
    'analytics_changes',
    'analytics_days',
    'analytics_months',
    'sessions',
    'session_participants',
    'goals',
    'assessments',
    'attachments',
    'form_signatures',
    'family_check_ins',
    'ifsp_signatures',
    'ai_model_calls',
    'kept_answers',
    'therapist_matches',
    'feedback',
    'consents',
    'diagnoses',
    'channel_consents',
    'undeliverable_addresses',
    'text_replies',
    'order_lines',
    'invoices',
    'dunnings',
    'superbills',
    'discharges',
    'ledger_accounts',
    'person_exports',
    'erasures',
    'processing_restrictions',
    'freed_slots',
    'appointment_import_rows',
    'leads',
  ],
  'its reminders stop with the child': [
    'assessment_schedules',
    'form_responses',
    'tasks',
    'worklist_marks',
  ],
  'it grants or names access, which ends with the record': [
    'care_team_members',
    'break_glass_grants',
    'refresh_tokens',
    'users',
    'sso_connections',
    'idempotency_keys',
    'calendar_feeds',
  ],
  'it is a rule or setting for the record': [
    'assistants',
    'lead_forms',
    'schedules',
    'schedule_exceptions',
    'closures',
    'cancellation_policies',
    'reminder_policies',
    'split_terms',
    'discount_codes',
    'providers',
    'recommendation_dismissals',
  ],
  'it belongs to the record and is archived or kept with it': [
    'rooms',
    'pets',
    'children',
    'clients',
  ],
  'its appointments are counted': ['series_occurrences'],
} as const satisfies Record<string, readonly string[]>

const REFERS = /@map\("(?:child|client|location|room|service)_ids?"\)/

const referring = globSync('prisma/schema/*.prisma', { cwd: ROOT })
  .flatMap((file) => readFileSync(path.join(ROOT, file), 'utf8').split(/^(?=model )/m))
  .flatMap((model) => (REFERS.test(model) ? (/@@map\("(\w+)"\)/.exec(model)?.[1] ?? []) : []))

const counted = [
  ...readFileSync(path.join(ROOT, 'prisma/functions/uses.sql'), 'utf8').matchAll(
    /FROM public\.(\w+)/g,
  ),
].map(([, table]) => table!)

test('each table that refers to what is archived is counted, or there is a reason', () => {
  const excused: string[] = Object.values(NOT_IN_THE_WAY).flat()
  expect(new Set([...counted, ...excused])).toEqual(new Set(referring))
  expect(excused.filter((table) => counted.includes(table))).toEqual([])
  expect(new Set(excused).size).toBe(excused.length)
})
