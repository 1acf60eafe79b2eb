/** `therapy.retention_of` over the tables equals the rule of `retentionEnds`, case by case. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  retentionEnds,
  type ChildHistory,
  type Contact,
  type RetentionTerms,
  type Voucher,
} from '#privacy/retention/rules.ts'
import { AppointmentStatus } from '#scheduling/slots/appointment-status.ts'
import { seededRandom } from '../drills/random.ts'
import { createDatabase, type TestDatabase } from '../support/servers.ts'

const CASES = 400
const random = seededRandom('retention')

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  // Rows without the records they belong to.
  await owner.query("SET session_replication_role = 'replica'")
})
afterAll(async () => {
  await owner.end()
  await database[Symbol.asyncDispose]()
})

test(`for ${CASES} people, the database agrees with the rule`, async () => {
  const cases = Array.from({ length: CASES }, (_, number) => aCase(number))
  const rows = cases.map((one) => rowsOf(one))
  for (const table of Object.keys(rows[0]!))
    await insert(
      table,
      rows.flatMap((tables) => tables[table] ?? []),
    )

  const expected = cases.map(({ terms, children, vouchers }) =>
    retentionEnds({ children, vouchers }, terms),
  )
  const found = []
  for (const { tenantId, client } of cases) found.push(await retentionOf(tenantId, client))
  expect(found).toEqual(expected)

  // The cases cover every branch: retained and not, by years and by birthday, of each kind.
  const kept = (end: 'clinical' | 'financial') => expected.filter((ends) => ends[end]).length
  for (const end of ['clinical', 'financial'] as const) {
    expect(kept(end)).toBeGreaterThan(CASES / 4)
    expect(CASES - kept(end)).toBeGreaterThan(CASES / 20)
  }
})

test('a client is found by every reference in the record of a child', async () => {
  const ways = [
    'guardianships',
    'consents',
    'form_responses',
    'family_check_ins',
    'ifsp_signatures',
    'session_participants',
  ]
  for (const [index, way] of ways.entries()) {
    const one = aCase(CASES + index)
    const child = { birthDates: ['2010-05-04'], contacts: [SESSION] }
    const tables = rowsOf({ ...one, client: true, children: [child], vouchers: [], named: way })
    for (const [table, rows] of Object.entries(tables)) await insert(table, rows)
    expect({ way, ends: await retentionOf(one.tenantId, true) }).toEqual({
      way,
      ends: retentionEnds({ children: [child], vouchers: [] }, one.terms),
    })
  }
})

const SESSION: Contact = {
  kind: 'session',
  startedAt: new Date('2020-11-20T09:00:00Z'),
  endedAt: null,
}

interface Case {
  tenantId: string
  terms: RetentionTerms
  /** Whether the case is about a client: their children are those whose records name them. */
  client: boolean
  children: ChildHistory[]
  vouchers: Voucher[]
  /** The table that names the client. */
  named: string
}

const aCase = (number: number): Case => {
  const client = random.next() < 0.4
  return {
    tenantId: `ten_${number}`,
    terms: {
      clinicalYears: random.between(3, 30),
      childUntilAge: random.next() < 0.2 ? null : random.between(18, 40),
      financialYears: random.between(5, 15),
      timeZone: random.pick([
        'Europe/Berlin',
        'America/New_York',
        'Pacific/Auckland',
        'Asia/Kolkata',
      ]),
    },
    client,
    children: several(client ? random.between(0, 3) : 1, aChild),
    vouchers: several(random.between(0, 3), () => {
      const orderedAt = anInstant()
      const settledAt = new Date(orderedAt.getTime() + random.between(0, 40) * 86_400_000)
      return { orderedAt, settledAt: random.next() < 0.5 ? settledAt : null }
    }),
    named: 'guardianships',
  }
}

const several = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const aChild = (): ChildHistory => ({
  birthDates: several(random.between(1, 3), aDate),
  contacts: several(random.between(0, 4), (index) => {
    const at = anInstant()
    const date = random.next() < 0.3 ? null : aDate()
    switch (random.between(1, 4)) {
      case 1: {
        const endedAt = new Date(at.getTime() + 2_700_000)
        return { kind: 'session', startedAt: at, endedAt: random.next() < 0.5 ? endedAt : null }
      }
      case 2:
        return { kind: 'appointment', status: random.pick(AppointmentStatus), endsAt: at }
      case 3:
        return { kind: 'assessment', administeredOn: date }
      default:
        // A child has at most one open program.
        return { kind: 'program', closedOn: index === 0 ? date : (date ?? aDate()) }
    }
  }),
})

/** Often at the edges: 29 February, the turn of the year, hours around midnight. */
const aDate = (): string =>
  random.next() < 0.2
    ? random.pick(['2004-02-29', '2016-02-29', '2015-12-31', '2016-01-01', '2015-03-29'])
    : anInstant().toISOString().slice(0, 10)

const anInstant = (): Date => {
  const base = Date.UTC(random.between(1995, 2026), random.between(0, 11), random.between(1, 28))
  return new Date(base + random.between(0, 24 * 60 - 1) * 60_000)
}

type Rows = Record<string, Record<string, unknown>[]>

/** The rows of a case; every table is present, possibly empty. */
const rowsOf = ({ tenantId, terms, client, children, vouchers, named }: Case): Rows => {
  const rows: Rows = {}
  let count = 0
  const add = (table: string, row: Record<string, unknown>): string => {
    const id = `row_${tenantId}_${++count}`
    ;(rows[table] ??= []).push({ tenant_id: tenantId, id, ...ALWAYS[table], ...row })
    return id
  }
  for (const table of Object.keys(ALWAYS)) rows[table] = []
  add('tenants', {
    id: undefined,
    default_time_zone: terms.timeZone,
    clinical_retention_years: terms.clinicalYears,
    child_retention_age: terms.childUntilAge,
    financial_retention_years: terms.financialYears,
  })
  const childIds = children.map(({ birthDates, contacts }) => {
    const [child, ...merged] = birthDates.reduce<string[]>((ids, birth_date) => {
      const into = ids.at(-1) ?? null
      const archived_at = into && new Date(0)
      return [...ids, add('children', { birth_date, merged_into_id: into, archived_at })]
    }, [])
    const ids = [child!, ...merged]
    for (const contact of contacts) addContact(add, random.pick(ids), contact)
    return child!
  })
  if (client) for (const childId of childIds) NAMED[named]!(add, childId)
  for (const { orderedAt, settledAt } of vouchers) {
    const order_id = add('orders', {
      child_id: client ? 'chd_other' : childIds[0],
      client_id: client ? CLIENT : null,
      created_at: orderedAt,
    })
    if (settledAt) add('payments', { order_id, settled_at: settledAt })
  }
  return rows
}

type Add = (table: string, row: Record<string, unknown>) => string

const addContact = (add: Add, child_id: string, contact: Contact): void => {
  switch (contact.kind) {
    case 'session':
      add('sessions', { child_id, started_at: contact.startedAt, ended_at: contact.endedAt })
      return
    case 'appointment':
      add('appointments', appointmentOf(child_id, contact))
      return
    case 'assessment':
      add('assessments', assessmentOf(child_id, contact.administeredOn))
      return
    case 'program':
      add('early_intervention_programs', programOf(child_id, contact.closedOn))
  }
}

let providers = 0
const appointmentOf = (child_id: string, { status, endsAt }: Contact & { kind: 'appointment' }) => {
  const starts_at = new Date(endsAt.getTime() - 1)
  return {
    child_id,
    status,
    provider_id: `prv_${++providers}`,
    starts_at,
    busy_from: starts_at,
    ends_at: endsAt,
    busy_until: endsAt,
    cancellation: status === 'CANCELLED' ? {} : null,
  }
}

const assessmentOf = (child_id: string, administered_on: string | null) =>
  administered_on === null
    ? { child_id }
    : {
        child_id,
        status: 'COMPLETED',
        administered_on,
        edition_id: 'ied_1',
        scores: {},
        closed_at: new Date(0),
      }

const programOf = (child_id: string, closed_on: string | null) => ({
  child_id,
  status: closed_on === null ? 'ACTIVE' : 'CLOSED',
  closed_on,
})

const CLIENT = 'cli_1'

/** A row in a child's record that names the client, by table. */
const NAMED: Record<string, (add: Add, child_id: string) => void> = {
  guardianships: (add, child_id) => add('guardianships', { child_id }),
  consents: (add, child_id) => add('consents', { child_id }),
  form_responses: (add, child_id) => add('form_responses', { child_id }),
  family_check_ins: (add, child_id) => {
    const program_id = add('early_intervention_programs', programOf(child_id, null))
    add('family_check_ins', { program_id })
  },
  ifsp_signatures: (add, child_id) => {
    const program_id = add('early_intervention_programs', programOf(child_id, null))
    add('ifsp_signatures', { ifsp_id: add('ifsps', { program_id }) })
  },
  session_participants: (add, child_id) => {
    const at = new Date('2001-01-01T00:00:00Z')
    const session_id = add('sessions', { child_id, started_at: at, ended_at: null })
    add('session_participants', { id: undefined, session_id })
  },
}

const BOOKKEEPING = { created_at: new Date(0), updated_at: new Date(0), version: 1 }

/** Required columns that the rule does not use. */
const ALWAYS: Record<string, Record<string, unknown>> = {
  tenants: {
    ...BOOKKEEPING,
    name: 'Centre',
    currency: 'EUR',
    reminder_offsets_minutes: [],
    no_show_grace_minutes: 30,
    message_language: 'en',
    consent_reminder_days: [],
    no_show_mode: 'OFF',
    completion_mode: 'OFF',
    completion_delay_minutes: 60,
  },
  children: { ...BOOKKEEPING, first_name: 'A', last_name: 'B', alerts: [] },
  sessions: {
    ...BOOKKEEPING,
    provider_id: 'prv_1',
    attendance: 'ATTENDED',
    billable: true,
    units_manual: false,
  },
  appointments: {
    ...BOOKKEEPING,
    location_id: 'loc_1',
    type: 'ASSESSMENT',
    time_zone: 'UTC',
    status_changed_at: new Date(0),
  },
  assessments: {
    ...BOOKKEEPING,
    instrument_id: 'ins_1',
    due_on: '2020-01-01',
    status: 'SCHEDULED',
  },
  early_intervention_programs: {
    ...BOOKKEEPING,
    referral_received_on: '2020-01-01',
    milestones: [],
    delays: [],
    check_in_every_days: 30,
  },
  guardianships: {
    ...BOOKKEEPING,
    client_id: CLIENT,
    relationship: 'MOTHER',
    legal: true,
    billing: true,
  },
  consents: {
    ...BOOKKEEPING,
    kind: 'TREATMENT',
    granted_by_id: CLIENT,
    granted_at: new Date(0),
    evidence: 'On paper',
    recorded_by: 'key_1',
  },
  form_responses: {
    ...BOOKKEEPING,
    template_id: 'ftm_1',
    template_version: 1,
    status: 'OPEN',
    answers: {},
    scores: {},
    requested_by: 'key_1',
    client_id: CLIENT,
  },
  family_check_ins: {
    ...BOOKKEEPING,
    client_id: CLIENT,
    channel: 'LINK',
    answered_on: '2001-01-01',
    mood: 'GOOD',
    services_received: true,
    call_wanted: false,
    worrying: false,
  },
  ifsps: {
    ...BOOKKEEPING,
    number: 1,
    kind: 'INITIAL',
    status: 'DRAFT',
    meeting_on: '2001-01-01',
    present_levels: {},
    family: {},
    outcomes: {},
    other_services: {},
    transition: {},
  },
  ifsp_signatures: {
    role: 'PARENT',
    client_id: CLIENT,
    signed_name: 'Mara Weiss',
    channel: 'PAPER',
    signed_on: '2001-01-01',
    actor_id: 'key_1',
    content_hash: 'x',
    key_id: 'key_1',
    signature: 'x',
    signed_at: new Date(0),
  },
  session_participants: { position: 1, role: 'GUARDIAN', client_id: CLIENT },
  orders: {
    ...BOOKKEEPING,
    purpose: 'SERVICE',
    status: 'OPEN',
    amount_minor: 100,
    currency: 'EUR',
  },
  payments: {
    ...BOOKKEEPING,
    status: 'SUCCEEDED',
    amount_minor: 100,
    currency: 'EUR',
    gateway: 'sandbox',
    payment_method_type: 'CARD',
    payment_method_id: 'pm_sandbox_ok',
  },
}

const insert = async (table: string, rows: Record<string, unknown>[]): Promise<void> => {
  if (rows.length === 0) return
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    .filter((column) => rows.some((row) => row[column] !== undefined))
    .join(', ')
  await owner.query(
    `INSERT INTO ${table} (${columns})
     SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

/** For the first child of the case, or its client; independent of the session's time zone. */
const retentionOf = async (tenantId: string, client: boolean) => {
  const timeZone = random.pick(['UTC', 'America/Los_Angeles', 'Asia/Tokyo'])
  await owner.query(
    `SELECT set_config('app.tenant', $1, false), set_config('timezone', $2, false)`,
    [tenantId, timeZone],
  )
  const { rows } = await owner.query<{ clinical: Date | null; financial: Date | null }>(
    `SELECT clinical, financial FROM therapy.retention_of(
       (SELECT min(id) FROM children WHERE tenant_id = $1 AND merged_into_id IS NULL AND NOT $2), $3)`,
    [tenantId, client, client ? CLIENT : null],
  )
  return rows[0]!
}
