/** Events of sessions and money, corrections included. */
import type { Writer } from './history.ts'

const HOUR_MS = 3_600_000
const after = (instant: Date, hours: number) => new Date(instant.getTime() + hours * HOUR_MS)

export const careEvents = ({ cast, random, sql, newId, instant, appointments }: Writer) => {
  const sessions: string[] = []
  const orders: string[] = []
  const payments: string[] = []
  const maybe = <T>(items: readonly T[]): T | null => random.pick([...items, null, null])

  const attendance = () => random.pick(['ATTENDED', 'ATTENDED', 'LATE', 'ABSENT'])
  const units = () => random.pick([null, 0, 2, 4])

  return {
    hold: async () => {
      const id = newId('ses')
      const startedAt = instant()
      const [free] = await sql(
        `SELECT a.id FROM appointments a WHERE a.tenant_id = $1 AND a.id = $2 AND a.child_id IS NOT NULL
           AND NOT EXISTS (SELECT FROM sessions s WHERE s.tenant_id = $1 AND s.appointment_id = a.id)`,
        [maybe(appointments)],
      )
      await sql(
        `INSERT INTO sessions (tenant_id, id, appointment_id, child_id, provider_id, service_id, started_at, ended_at,
           attendance, billable, billable_units, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), now())`,
        [
          id,
          free?.['id'] ?? null,
          random.pick(cast.children),
          random.pick(cast.providers),
          maybe(cast.services),
          startedAt,
          random.pick([null, after(startedAt, 0.75), after(startedAt, 1)]),
          attendance(),
          random.next() < 0.7,
          units(),
        ],
      )
      sessions.push(id)
    },
    sign: async () => {
      if (sessions.length === 0) return
      await sql(
        `INSERT INTO session_notes (tenant_id, id, session_id, status, subjective, objective, assessment, plan, author_id,
           signed_at, created_at, updated_at)
         SELECT $1, $3, id, $4, '', '', '', '', 'x', CASE WHEN $4 = 'SIGNED' THEN ended_at + $5 * interval '1 hour' END, now(), now()
         FROM sessions WHERE tenant_id = $1 AND id = $2 AND ended_at IS NOT NULL`,
        [
          random.pick(sessions),
          newId('nte'),
          random.pick(['SIGNED', 'SIGNED', 'DRAFT']),
          random.pick([1, 24, 25, 70]),
        ],
      )
    },
    signLater: () =>
      sql(
        `UPDATE session_notes SET status = 'SIGNED', signed_at = now() WHERE tenant_id = $1 AND session_id = $2`,
        [maybe(sessions)],
      ),
    correctSession: () =>
      sql(
        `UPDATE sessions SET started_at = started_at - $3 * interval '1 hour', attendance = $4, billable_units = $5
         WHERE tenant_id = $1 AND id = $2`,
        [maybe(sessions), random.pick([0, 1, 30]), attendance(), units()],
      ),
    detachSession: () =>
      sql('UPDATE sessions SET appointment_id = NULL WHERE tenant_id = $1 AND id = $2', [
        maybe(sessions),
      ]),
    removeSession: async () => {
      const [id] = sessions.splice(random.between(0, sessions.length), 1)
      await sql('DELETE FROM session_notes WHERE tenant_id = $1 AND session_id = $2', [id ?? null])
      await sql('DELETE FROM sessions WHERE tenant_id = $1 AND id = $2', [id ?? null])
    },
    order: async () => {
      const id = newId('ord')
      const [of] = await sql(
        'SELECT id, child_id FROM appointments WHERE tenant_id = $1 AND id = $2 AND child_id IS NOT NULL',
        [maybe(appointments)],
      )
      const amount = random.between(0, 40) * 250
      const status = random.pick(['OPEN', 'OPEN', 'PAID', 'REFUNDED', 'CANCELLED'])
      const captured = { OPEN: 0.2 * amount, CANCELLED: 0 }[status] ?? amount
      await sql(
        `INSERT INTO orders (tenant_id, id, appointment_id, child_id, payer_id, status, amount_minor, captured_minor, tax_minor,
           currency, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now())
         ON CONFLICT DO NOTHING`,
        [
          id,
          of?.['id'] ?? null,
          of?.['child_id'] ?? random.pick(cast.children),
          maybe(cast.payers),
          status,
          amount,
          captured,
          Math.floor(amount / 10),
          random.pick(['EUR', 'EUR', 'USD']),
          instant(),
        ],
      )
      const [made] = await sql('SELECT id FROM orders WHERE tenant_id = $1 AND id = $2', [id])
      if (made) orders.push(id)
    },
    changeOrder: () =>
      sql(
        `UPDATE orders SET status = $3, amount_minor = amount_minor + 100, payer_id = $4,
           captured_minor = CASE WHEN $3 = 'PAID' THEN amount_minor + 100 ELSE amount_minor / 2 END
         WHERE tenant_id = $1 AND id = $2 AND NOT EXISTS (SELECT FROM orders o WHERE o.tenant_id = $1
           AND o.appointment_id = orders.appointment_id AND o.id <> orders.id)`,
        [maybe(orders), random.pick(['OPEN', 'PAID', 'CANCELLED']), maybe(cast.payers)],
      ),
    pay: async () => {
      if (orders.length === 0) return
      const id = newId('pay')
      const status = random.pick(['SUCCEEDED', 'SUCCEEDED', 'PROCESSING', 'FAILED'])
      await sql(
        `INSERT INTO payments (tenant_id, id, order_id, status, amount_minor, currency, gateway, payment_method_id,
           payment_method_type, failure_code, settled_at, created_at, updated_at)
         SELECT $1, $3, o.id, $4, o.amount_minor + 1, o.currency, $7, 'pm', CASE $7 WHEN 'credit' THEN 'CREDIT' ELSE 'CARD' END, $5, $6, now(), now()
         FROM orders o WHERE o.tenant_id = $1 AND o.id = $2
         ON CONFLICT DO NOTHING`,
        [
          random.pick(orders),
          id,
          status,
          status === 'FAILED' ? 'declined' : null,
          status === 'PROCESSING' ? null : instant(),
          isFifth(id) ? 'credit' : 'sandbox',
        ],
      )
      const [made] = await sql('SELECT id FROM payments WHERE tenant_id = $1 AND id = $2', [id])
      if (made) payments.push(id)
    },
    succeed: () =>
      sql(
        `UPDATE payments SET status = 'SUCCEEDED', settled_at = $3 WHERE tenant_id = $1 AND id = $2 AND status = 'PROCESSING'`,
        [maybe(payments), instant()],
      ),
    refund: async () => {
      if (payments.length === 0) return
      const id = newId('rfd')
      const status = random.pick(['SUCCEEDED', 'SUCCEEDED', 'PROCESSING'])
      await sql(
        `INSERT INTO refunds (tenant_id, id, payment_id, status, amount_minor, currency, settled_at, method, created_at, updated_at)
         SELECT $1, $3, p.id, $4, greatest(p.amount_minor / 2, 1), p.currency, $5, $6, now(), now()
         FROM payments p WHERE p.tenant_id = $1 AND p.id = $2`,
        [
          random.pick(payments),
          id,
          status,
          status === 'PROCESSING' ? null : instant(),
          isFifth(id) ? 'CREDIT' : 'ORIGINAL',
        ],
      )
    },
  }
}

/** Sessions, notes and orders of an erased appointment, or their references to it. */
export const forgetCare = async ({ sql, random }: Writer, appointmentId: string) => {
  if (random.next() < 0.5) {
    await sql(
      `DELETE FROM session_notes WHERE tenant_id = $1
         AND session_id IN (SELECT id FROM sessions WHERE tenant_id = $1 AND appointment_id = $2)`,
      [appointmentId],
    )
    await sql('DELETE FROM sessions WHERE tenant_id = $1 AND appointment_id = $2', [appointmentId])
  }
  for (const table of ['sessions', 'orders'])
    await sql(
      `UPDATE ${table} SET appointment_id = NULL WHERE tenant_id = $1 AND appointment_id = $2`,
      [appointmentId],
    )
}

const isFifth = (id: string): boolean => Number(id.slice(-6)) % 5 === 0
