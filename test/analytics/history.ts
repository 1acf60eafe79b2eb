/** A generated history of appointments, with events in random order. */
import type { Random } from '../drills/random.ts'
import type { TestApi } from '../support/api.ts'
import { createWorld } from '../contract/world.ts'
import { careEvents, forgetCare } from './care-events.ts'

/** Three of these zones change clocks during the history, Havana at midnight. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'America/Havana', 'Asia/Kathmandu']
const FIRST_DAY = Date.UTC(2026, 8, 20)
const DAYS = 70
const TYPES = ['THERAPY_SESSION', 'ASSESSMENT', 'INTAKE']
const STATUSES = [
  'CONFIRMED',
  'COMPLETED',
  'COMPLETED',
  'CANCELLED',
  'NO_SHOW',
  'HELD',
  'PENDING_CONFIRMATION',
  'EXPIRED',
  'ENTERED_IN_ERROR',
]

export interface Cast {
  tenantId: string
  locations: string[]
  providers: string[]
  services: string[]
  children: string[]
  payers: string[]
  clientId: string
}

/** What histories write with: statements of the centre, new ids and times. */
export interface Writer {
  cast: Cast
  random: Random
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  newId: (prefix: string) => string
  /** An instant within the history. */
  instant: () => Date
  /** A date within the history. */
  date: () => string
  appointments: string[]
}

/** A centre with its places and people, created through the API. */
export const createCast = async (api: TestApi, more: { children?: number } = {}): Promise<Cast> => {
  const client = await api.createTenant()
  const { make, service, child } = createWorld(api, client)
  const several = async <T>(times: number, one: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, index) => one(index)))
  const idOf = ({ id }: { id: string }) => id
  const locations = await several(ZONES.length, async (at) =>
    idOf(await make('/v1/locations', { name: `Site ${at}`, timeZone: ZONES[at]! })),
  )
  return {
    tenantId: client.tenantId,
    locations,
    providers: await several(5, async () =>
      idOf(await make('/v1/providers', { name: 'Dr. Ana Ruiz', locationIds: locations })),
    ),
    services: await several(3, async () => idOf(await service())),
    children: await several(more.children ?? 8, async (at) =>
      idOf(
        await child({
          ...(at % 2 === 0 && { fundingProgram: 'SCHOOL_AGE' }),
          ...(at % 3 > 0 && { locationId: locations[at % locations.length]! }),
        }),
      ),
    ),
    payers: await several(2, async (at) =>
      idOf(await make('/v1/payers', { kind: 'INSURER', name: ['AOK', 'TK'][at]! })),
    ),
    clientId: idOf(await make('/v1/clients', { name: 'Family Ruiz' })),
  }
}

/** Rules are tested elsewhere: here anything may happen that columns and references allow. */
const LAWLESS = `
  DO $$
  DECLARE refusing record;
  BEGIN
    FOR refusing IN SELECT t.tgrelid::regclass AS tab, t.tgname FROM pg_trigger t
      WHERE NOT t.tgisinternal AND t.tgname NOT LIKE 'noted%' AND t.tgrelid::regclass::text IN ('appointments', 'sessions', 'session_notes',
        'orders', 'payments', 'refunds', 'provider_onboardings', 'leads', 'settlements', 'settlement_lines', 'program_deadlines')
    LOOP
      EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %I', refusing.tab, refusing.tgname);
    END LOOP;
  END $$`

/** Events one by one, in database order. */
export const createHistory = async (api: TestApi, cast: Cast, random: Random) => {
  const { tenantId } = cast
  const appointments: string[] = []
  const cycles: string[] = []
  let number = 0
  const newId = (prefix: string) => `${prefix}_${String((number += 1)).padStart(26, '0')}`
  const sql: Writer['sql'] = (text, values = []) => api.query(text, [tenantId, ...values])
  await api.query(LAWLESS)
  // The centre whose functions look up where something is counted.
  await sql(`SELECT set_config('app.tenant', $1, false)`)

  const outcome = () => {
    const status = random.pick(STATUSES)
    const initiator = random.pick(['CLIENT', 'PROVIDER', 'ORGANIZATION'])
    const cancellation = { initiator, reason: null, late: random.next() < 0.4 }
    return [
      status,
      status === 'CANCELLED' ? JSON.stringify(cancellation) : null,
      status === 'NO_SHOW' ? random.pick(['CLIENT', 'PROVIDER']) : null,
    ]
  }
  /** Any quarter of an hour, including those before midnight. */
  const times = () => {
    const start = FIRST_DAY + random.between(0, DAYS * 96) * 15 * 60_000
    const end = start + random.pick([15, 45, 60, 120]) * 60_000
    return [new Date(start), new Date(end)]
  }
  const writer: Writer = {
    cast,
    random,
    sql,
    newId,
    instant: () => times()[0]!,
    date: () => times()[0]!.toISOString().slice(0, 10),
    appointments,
  }
  /** If another appointment exists, nothing happens. */
  const unlessTaken = (text: string, values: unknown[]) =>
    sql(text, values).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code === '23P01') return false
        throw error
      },
    )

  const events: Record<string, () => Promise<unknown>> = {
    book: async () => {
      const id = newId('apt')
      const [start, end] = times()
      const made = await unlessTaken(
        `INSERT INTO appointments (tenant_id, id, child_id, provider_id, service_id, location_id, type, status, cancellation,
           absent_party, starts_at, ends_at, busy_from, busy_until, time_zone, status_changed_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7::text::appointment_type, $8::text::appointment_status, $9, $10::text::absent_party,
           $11, $12, $11, $12, 'UTC', now(), now(), now())`,
        [
          id,
          random.pick(cast.children),
          random.pick(cast.providers),
          random.pick([...cast.services, null]),
          random.pick(cast.locations),
          random.pick(TYPES),
          ...outcome(),
          start,
          end,
        ],
      )
      if (made) appointments.push(id)
    },
    gather: async () => {
      const [start, end] = times()
      const id = newId('apt')
      await unlessTaken(
        `INSERT INTO appointments (tenant_id, id, provider_id, location_id, type, status, capacity, starts_at, ends_at,
           busy_from, busy_until, time_zone, status_changed_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'GROUP_SESSION', 'CONFIRMED', 4, $5, $6, $5, $6, 'UTC', now(), now(), now())`,
        [id, random.pick(cast.providers), random.pick(cast.locations), start, end],
      )
    },
    correct: () =>
      unlessTaken(
        `UPDATE appointments SET status = $3::text::appointment_status, cancellation = $4, absent_party = $5::text::absent_party
         WHERE tenant_id = $1 AND id = $2`,
        [random.pick(appointments), ...outcome()],
      ),
    move: async () => {
      const id = random.pick(appointments)
      const moved = await unlessTaken(
        `UPDATE appointments SET starts_at = $3, ends_at = $4, busy_from = $3, busy_until = $4, location_id = $5
         WHERE tenant_id = $1 AND id = $2`,
        [id, ...times(), random.pick(cast.locations)],
      )
      if (moved)
        await sql(
          `INSERT INTO appointment_changes (tenant_id, id, appointment_id, kind, before, after, actor_id, created_at)
           VALUES ($1, $2, $3, 'reschedule', '{}', '{}', 'x', now())`,
          [newId('apc'), id],
        )
    },
    reassign: () =>
      unlessTaken(
        'UPDATE appointments SET provider_id = $3, service_id = $4 WHERE tenant_id = $1 AND id = $2',
        [random.pick(appointments), random.pick(cast.providers), random.pick(cast.services)],
      ),
    merge: async () => {
      const both = [random.pick(cast.children), random.pick(cast.children)]
      const moved = await unlessTaken(
        'UPDATE appointments SET child_id = $3 WHERE tenant_id = $1 AND child_id = $2',
        both,
      )
      if (!moved) return
      for (const table of ['sessions', 'orders'])
        await sql(`UPDATE ${table} SET child_id = $3 WHERE tenant_id = $1 AND child_id = $2`, both)
    },
    forget: () =>
      sql('DELETE FROM appointment_changes WHERE tenant_id = $1 AND appointment_id = $2', [
        random.pick(appointments),
      ]),
    remove: async () => {
      const [id] = appointments.splice(random.between(0, appointments.length - 1), 1)
      await sql('DELETE FROM appointment_changes WHERE tenant_id = $1 AND appointment_id = $2', [
        id,
      ])
      await forgetCare(writer, id!)
      await sql('DELETE FROM appointments WHERE tenant_id = $1 AND id = $2', [id])
    },
    fund: () =>
      sql('UPDATE children SET funding_program = $3 WHERE tenant_id = $1 AND id = $2', [
        random.pick(cast.children),
        random.pick(['SCHOOL_AGE', 'EARLY_INTERVENTION', null]),
      ]),
    authorize: async () => {
      const id = newId('trc')
      const start = new Date(FIRST_DAY + random.between(0, DAYS) * 86_400_000)
      const made = await unlessTaken(
        `INSERT INTO treatment_cycles (tenant_id, id, child_id, service_id, payer, payer_id, measure, authorized, starts_on,
           ends_on, renewal_lead_days, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, 'SESSIONS', 9, $7, $7::date + 20, 14, now(), now())`,
        [
          id,
          random.pick(cast.children),
          random.pick([...cast.services, null]),
          random.pick(['AOK', 'TK']),
          random.pick([...cast.payers, null]),
          start.toISOString().slice(0, 10),
        ],
      )
      if (made) cycles.push(id)
    },
    reauthorize: async () => {
      if (cycles.length === 0) return
      const id = random.pick(cycles)
      await (random.next() < 0.3
        ? sql('DELETE FROM treatment_cycles WHERE tenant_id = $1 AND id = $2', [id])
        : unlessTaken(
            `UPDATE treatment_cycles SET payer = $3, payer_id = $4, starts_on = starts_on + 1, ends_on = ends_on + 2
             WHERE tenant_id = $1 AND id = $2`,
            [id, random.pick(['AOK', 'Barmer']), random.pick([...cast.payers, null])],
          ))
    },
    moveChild: () =>
      sql('UPDATE children SET location_id = $3 WHERE tenant_id = $1 AND id = $2', [
        random.pick(cast.children),
        random.pick([...cast.locations, null]),
      ]),
    moveCentre: () =>
      sql('UPDATE tenants SET default_time_zone = $2 WHERE tenant_id = $1', [random.pick(ZONES)]),
    ...careEvents(writer),
    relocate: () =>
      sql('UPDATE locations SET time_zone = $3 WHERE tenant_id = $1 AND id = $2', [
        random.pick(cast.locations),
        random.pick(ZONES),
      ]),
  }
  /** Most events are bookings. */
  const kinds = [
    ...Object.keys(events),
    ...Array.from({ length: 8 }, () => 'book'),
    'correct',
    'move',
    ...Array.from({ length: 3 }, () => ['hold', 'order', 'pay', 'sign']).flat(),
  ]
  return {
    writer,
    /** Applies a random event and returns its description for messages. */
    next: async (): Promise<string> => {
      const kind = appointments.length === 0 ? 'book' : random.pick(kinds)
      await events[kind]!()
      return kind
    },
  }
}
