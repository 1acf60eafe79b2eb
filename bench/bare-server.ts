/**
 * The bare limit: Hono and pg, nothing else. `POST /bookings` does the three inserts of a booking in
 * one transaction, `GET /bookings/:id` a select and one audit insert; no token, no validation, no
 * isolation, no constraint beyond the primary keys.
 */
import { randomUUID } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'], max: 20 })
const app = new Hono()

interface Booking {
  childId: string
  providerId: string
  startsAt: string
}

app.post('/bookings', async (c) => {
  const { childId, providerId, startsAt } = await c.req.json<Booking>()
  const id = randomUUID()
  const endsAt = new Date(Date.parse(startsAt) + 45 * 60_000)
  const now = new Date()
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query({
      name: 'appointment',
      text: `INSERT INTO bare.appointments (tenant_id, id, child_id, provider_id, location_id, type, status, starts_at,
        ends_at, busy_from, busy_until, time_zone, status_changed_at, created_at, updated_at)
        VALUES ('t', $1, $2, $3, 'l', 'THERAPY_SESSION', 'CONFIRMED', $4, $5, $4, $5, 'UTC', $6, $6, $6)`,
      values: [id, childId, providerId, new Date(startsAt), endsAt, now],
    })
    await client.query({
      name: 'audit',
      text: `INSERT INTO bare.audit_entries (tenant_id, id, occurred_at, actor_kind, actor_id, action, outcome, subject_type,
        subject_id, changes) VALUES ('t', $1, $2, 'API_KEY', 'c', 'createAppointment', 'ALLOWED', 'appointment', $3, $4)`,
      values: [randomUUID(), now, id, JSON.stringify({ childId, providerId, startsAt })],
    })
    await client.query({
      name: 'outbox',
      text: `INSERT INTO bare.outbox (tenant_id, id, kind, type, subject_type, subject_id, payload, actor, created_at,
        available_at) VALUES ('t', $1, 'event', 'booking.created', 'appointment', $2, $3, '{}', $4, $4)`,
      values: [randomUUID(), id, JSON.stringify({ bookingId: id, childId }), now],
    })
    await client.query('COMMIT')
  } finally {
    client.release()
  }
  return c.json({ id, status: 'CONFIRMED', childId, providerId, startsAt }, 201)
})

app.get('/bookings/:id', async (c) => {
  const id = c.req.param('id')
  const { rows } = await pool.query({
    name: 'select',
    text: 'SELECT * FROM bare.appointments WHERE tenant_id = $1 AND id = $2',
    values: ['t', id],
  })
  await pool.query({
    name: 'read_audit',
    text: `INSERT INTO bare.audit_entries (tenant_id, id, occurred_at, actor_kind, actor_id, action, outcome, subject_type,
      subject_id, changes) VALUES ('t', $1, now(), 'API_KEY', 'c', 'getAppointment', 'ALLOWED', 'appointment', $2, '{}')`,
    values: [randomUUID(), id],
  })
  return c.json(rows[0] as object)
})

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${JSON.stringify({ ready: true, port })}\n`)
})
process.once('SIGTERM', () => {
  server.close()
  void pool.end()
})
