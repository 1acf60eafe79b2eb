/**
 * While processing is restricted (Art. 18 GDPR; docs/decisions/0054) no row of the person is written, changed or
 * deleted: `CALL therapy.freeze('table')` in prisma/functions/restrictions-tables.sql. What is not so is here, with
 * why: Art. 18(2) leaves storage, what the person agrees to, legal claims and the protection of others. A test
 * compares this with the database.
 */

const STAYS_ON_RECORD = 'bookkeeping: that something was left undone is on record too'
const CLAIMS = 'claims are established and defended, Art. 18(2)'

/** Tables of persons that are not frozen. */
export const NOT_FROZEN: Record<string, string> = {
  processing_restrictions: 'itself',
  erasures: 'what is kept by law goes when its time is over',
  person_exports: 'the right of access goes on, Art. 15',
  break_glass_grants: 'an emergency: the glass can be broken, and is reviewed',
  orders: CLAIMS,
  order_lines: CLAIMS,
  payments: CLAIMS,
  appointment_changes: 'the history of appointments, which are frozen themselves',
  series_occurrences: STAYS_ON_RECORD,
  appointment_import_files: 'a file of the centre, of which nobody knows yet whom it names',
  appointment_import_rows: STAYS_ON_RECORD,
  agent_actions: STAYS_ON_RECORD,
  follow_ups: STAYS_ON_RECORD,
  follow_up_steps: STAYS_ON_RECORD,
  program_deadlines: 'clocks of the statute run on, and move with public holidays',
}

const ENDS = 'what runs can be ended'

/** What may be done to rows of a frozen table all the same. */
export const ALLOWED_WHILE_RESTRICTED: Record<string, string> = {
  children: 'is marked as restricted',
  clients: 'is marked as restricted',
  guardianships: 'a court ends one: who is no guardian any more must not be one on record',
  care_team_members: ENDS,
  consents: 'can be withdrawn at any time, Art. 7(3)',
  appointments:
    'can be called off, declined and ended, and a fee for it waived; others want the time',
  series: 'can be cancelled, and what was under way ends with every occurrence refused',
  group_waits: ENDS,
  waitlist_entries:
    'can be cancelled; one whose offer or appointment ended waits again, and is offered nothing',
  waitlist_offers: 'end, with what they held: others want the time',
  calendar_feeds: ENDS,
  sessions: 'a session that is under way ends',
  form_responses: 'can be called off',
  treatment_cycles: 'count what took place, and can be closed',
  early_intervention_programs: 'can be closed',
  messages:
    'what is not sent is on record; whoever obtained the restriction is told of its end, Art. 18(3)',
  one_time_links: 'those that are out are used up',
}
