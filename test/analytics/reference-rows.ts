/** Every row of a centre that may count, as stored. The database joins, filters and computes nothing. */
import type { TestApi } from '../support/api.ts'

interface Row {
  id: string
}
export interface Window {
  weekday?: string
  startTime: string
  endTime: string
}
export interface Place extends Row {
  time_zone: string
  hours: Window[] | null
}
interface Schedule extends Row {
  provider_id: string
  location_id: string
  time_zone: string
  windows: Window[]
  starts_on: string | null
  ends_on: string | null
  archived_at: string | null
}
interface ScheduleException extends Row {
  provider_id: string
  location_id: string | null
  kind: string
  occurs_on: string
  time_zone: string
  windows: Window[]
  archived_at: string | null
}
export interface Child extends Row {
  funding_program: string | null
  primary_provider_id: string | null
  location_id: string | null
  archived_at: string | null
  merged_into_id: string | null
  created_at: string
}
export interface Appointment extends Row {
  child_id: string | null
  group_id: string | null
  capacity: number | null
  provider_id: string
  service_id: string | null
  location_id: string
  type: string
  status: string
  cancellation: { initiator: string; late: boolean } | null
  absent_party: string | null
  starts_at: string
  ends_at: string
}
interface Session extends Row {
  appointment_id: string | null
  child_id: string
  provider_id: string
  service_id: string | null
  started_at: string
  ended_at: string | null
  attendance: string
  billable: boolean
  billable_units: number | null
}
export interface Cycle extends Row {
  child_id: string
  service_id: string | null
  provider_id: string | null
  payer: string
  payer_id: string | null
  starts_on: string
  ends_on: string
}
export interface Order extends Row {
  appointment_id: string | null
  child_id: string | null
  payer_id: string | null
  status: string
  amount_minor: number
  captured_minor: number
  tax_minor: number
  currency: string
  created_at: string
}
interface Payment extends Row {
  order_id: string
  status: string
  amount_minor: number
  currency: string
  settled_at: string | null
  gateway: string
}
interface Refund extends Omit<Payment, 'order_id' | 'gateway'> {
  payment_id: string
  method: string
}
interface SettlementLine extends Row {
  settlement_id: string
  payment_id: string
  counts: boolean
  gross_minor: number
  provider_minor: number
  platform_minor: number
  centre_minor: number
}

/** The columns of each table that metrics use. */
interface Tables {
  locations: Place
  schedules: Schedule
  schedule_exceptions: ScheduleException
  closures: Row & {
    location_id: string | null
    starts_on: string
    ends_on: string
    archived_at: string | null
  }
  time_off: Row & { provider_id: string; status: string; starts_at: string; ends_at: string }
  children: Child
  care_team_members: Row & {
    child_id: string
    provider_id: string
    starts_at: string
    ends_at: string | null
  }
  appointments: Appointment
  appointment_changes: Row & { appointment_id: string; kind: string }
  treatment_cycles: Cycle
  sessions: Session
  session_notes: Row & { session_id: string; signed_at: string | null }
  orders: Order
  payments: Payment
  refunds: Refund
  settlements: Row & {
    provider_id: string
    status: string
    currency: string
    settled_at: string | null
  }
  settlement_lines: SettlementLine
  waitlist_entries: Row & { child_id: string; status: string; created_at: string }
  waitlist_offers: Row & {
    entry_id: string
    appointment_id: string
    status: string
    decided_at: string | null
  }
  goals: Row & {
    child_id: string
    status: string
    achievement_status: string
    created_at: string
  }
  assessments: Row & {
    child_id: string
    schedule_id: string | null
    due_on: string
    status: string
    administered_on: string | null
  }
  assessment_schedules: Row & { provider_id: string | null; location_id: string | null }
  early_intervention_programs: Row & {
    child_id: string
    location_id: string | null
    service_coordinator_id: string | null
  }
  program_deadlines: Row & {
    program_id: string
    clock: string
    due_on: string
    met_on: string | null
    state: string
    paused: boolean
  }
  leads: Row & { status: string; location_id: string | null; heard_at: string }
  provider_onboardings: Row & { provider_id: string; status: string; invited_at: string }
  messages: Row & { status: string; created_at: string }
  webhook_deliveries: Row & { status: string; finished_at: string | null }
}

export type Rows = { [Table in keyof Tables]: Tables[Table][] } & {
  /** The time zone of records without a location. */
  centreZone: string
}

const TABLES = [
  'locations',
  'schedules',
  'schedule_exceptions',
  'closures',
  'time_off',
  'children',
  'care_team_members',
  'appointments',
  'appointment_changes',
  'treatment_cycles',
  'sessions',
  'session_notes',
  'orders',
  'payments',
  'refunds',
  'settlements',
  'settlement_lines',
  'waitlist_entries',
  'waitlist_offers',
  'goals',
  'assessments',
  'assessment_schedules',
  'early_intervention_programs',
  'program_deadlines',
  'leads',
  'provider_onboardings',
  'messages',
  'webhook_deliveries',
] as const satisfies (keyof Tables)[]

export const readRows = async (api: TestApi, tenantId: string): Promise<Rows> => {
  const read: [string, unknown][] = []
  for (const table of TABLES) {
    const rows = await api.query<{ row: object }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE tenant_id = $1`,
      [tenantId],
    )
    read.push([table, rows.map(({ row }) => row)])
  }
  const [centre] = await api.query<{ zone: string }>(
    'SELECT default_time_zone AS zone FROM tenants WHERE tenant_id = $1',
    [tenantId],
  )
  return { ...Object.fromEntries(read), centreZone: centre!.zone } as Rows
}
