/**
 * What an integrator would write with the generated client. It is compiled and run in the folder of the
 * generated files.
 */
export const BOOKING_PROGRAM = `
import {
  cancelAppointment,
  createAppointment,
  createChild,
  createLocation,
  createProvider,
  createToken,
  listAppointments,
} from './client/index.ts'
import { createClient } from './client/client/index.ts'
import type { Appointment, AppointmentPage, BookingCreatedEvent, ChildId } from './client/index.ts'
import type { components, paths } from './paths.ts'

const [baseUrl = '', client_id = '', client_secret = ''] = process.argv.slice(2)
const anonymous = createClient({ baseUrl, throwOnError: true })
const token = await createToken({
  client: anonymous,
  body: { grant_type: 'client_credentials', client_id, client_secret },
  throwOnError: true,
})
const client = createClient({ baseUrl, auth: token.data.access_token })
const known = { client, throwOnError: true } as const

const location = await createLocation({
  ...known,
  body: { name: 'Mitte', timeZone: 'Europe/Berlin' },
})
const provider = await createProvider({
  ...known,
  body: { name: 'Dr. Ana Ruiz', locationIds: [location.data.id] },
})
const child = await createChild({
  ...known,
  body: { firstName: 'Lena', lastName: 'Weiss', birthDate: '2021-04-30' },
})
const childId: ChildId = child.data.id
const body = {
  childId,
  providerId: provider.data.id,
  type: 'THERAPY_SESSION',
  startsAt: '2026-12-01T10:00:00+01:00',
} as const

const booked = await createAppointment({ ...known, body, headers: { 'Idempotency-Key': 'once' } })
const again = await createAppointment({ ...known, body, headers: { 'Idempotency-Key': 'once' } })
const refused = await createAppointment({ client, body })
const listed = await listAppointments({
  ...known,
  query: { childId, startsAt: { gte: '2026-12-01T00:00:00+01:00', lt: '2026-12-02T00:00:00+01:00' } },
})
const before = await listAppointments({
  ...known,
  query: { childId, startsAt: { lt: '2026-12-01T00:00:00+01:00' } },
})
const cancelled = await cancelAppointment({
  ...known,
  path: { id: booked.data.id },
  body: { initiator: 'CLIENT', reason: 'The child is ill' },
})

const page: AppointmentPage = listed.data
const appointment: Appointment = cancelled.data
const told: BookingCreatedEvent['type'] = 'booking.created'
type Post = paths['/v1/appointments']['post']
type Booked = Post['responses'][201]['content']['application/json']
const same: Pick<Booked, 'id' | 'status'> = booked.data
const sent: components['schemas']['CreateAppointment'] = body
// @ts-expect-error A request takes no member that is not documented.
const wrong: components['schemas']['CreateAppointment'] = { ...body, color: 'red' }

// What a refusal brings besides is typed, by the codes of its response.
const free: string[] | undefined = refused.error && 'alternatives' in refused.error
  ? refused.error.alternatives?.map(({ startsAt }) => startsAt)
  : undefined
type Refusal = Post['responses'][409]['content']['application/problem+json']
const told409 = (problem: Refusal): string[] => [
  ...(problem.alternatives ?? []).map(({ providerId }) => providerId),
  ...(problem.blocks ?? []),
]
// @ts-expect-error No code of this operation brings a ledger.
const nothing = (problem: Refusal) => problem.ledger

console.log(
  JSON.stringify({
    free: (free?.length ?? 0) > 0 && typeof told409 === typeof nothing,
    booked: same.status,
    again: again.data.id === booked.data.id,
    refused: refused.error?.code,
    listed: page.data.map(({ id }) => id === booked.data.id),
    before: before.data.data.length,
    cancelled: appointment.status,
    rest: [told, sent.type, wrong.type],
  }),
)
`
