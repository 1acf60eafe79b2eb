/** Records that many stories start with, each created over HTTP with the minimum it needs. */
import { randomUUID } from 'node:crypto'
import type { Answer, Centre } from './centre.ts'
import { eventually } from './site.ts'

/** The date in the given number of days. */
export const day = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const anAddress = (who: string): string => `${who}.${randomUUID().slice(0, 8)}@example.com`

/** A child and its mother, a legal and billing guardian who reads e-mail. */
export const aFamily = async (centre: Centre, child: object = {}) => {
  const email = anAddress('mara')
  const { id: clientId } = await centre.post('/v1/clients', { name: 'Mara Weiss', email })
  const { id: childId } = await centre.post('/v1/children', {
    firstName: 'Lena',
    lastName: 'Weiss',
    birthDate: '2021-04-30',
    ...child,
  })
  await centre.post('/v1/guardianships', {
    childId,
    clientId,
    relationship: 'mother',
    legal: true,
    billing: true,
  })
  return { childId: String(childId), clientId: String(clientId), email }
}

/** A location, a provider who works there and a service for 85 dollars. */
export const aPractice = async (centre: Centre) => {
  const { id: locationId } = await centre.post('/v1/locations', {
    name: 'Riverside',
    timeZone: 'America/New_York',
  })
  const { id: providerId } = await centre.post('/v1/providers', {
    name: 'Ana Ruiz',
    locationIds: [locationId],
  })
  const { id: serviceId } = await centre.post('/v1/services', {
    code: 'THERAPY_SESSION',
    defaultForType: true,
    name: 'Therapy session',
    durationMinutes: 45,
    amount: 8500,
  })
  return {
    locationId: String(locationId),
    providerId: String(providerId),
    serviceId: String(serviceId),
  }
}

type Booking = { childId: string; providerId: string; serviceId: string }

/** An appointment in the given number of days. */
export const anAppointment = (
  centre: Centre,
  { childId, providerId, serviceId }: Booking,
  days = 20,
  time = '15:00',
): Promise<Answer> =>
  centre.post('/v1/appointments', {
    childId,
    providerId,
    serviceId,
    startsAt: `${day(days)}T${time}:00Z`,
  })

/** Pays an order by card, and waits for the gateway. */
export const pay = async (centre: Centre, orderId: string, id = 'pm_sandbox_ok') => {
  const payment = await centre.post('/v1/payments', {
    orderId,
    paymentMethod: { type: 'CARD', id },
  })
  return untilRecord(
    centre,
    `/v1/payments/${payment['id']}`,
    ({ status }) => status === 'SUCCEEDED',
  )
}

/** Waits until a record matches. */
export const untilRecord = (
  centre: Centre,
  path: string,
  isThere: (record: Answer) => boolean,
): Promise<Answer> =>
  eventually(`${path} as expected`, async () => {
    const record = await centre.get(path)
    return isThere(record) && record
  })

/** Waits for the first record of a list. */
export const untilListed = (centre: Centre, path: string): Promise<Answer> =>
  eventually(`a record in ${path}`, async () => (await centre.get(path))['data'][0] as Answer)

/** The link in an e-mail. */
export const linkIn = ({ text }: { text: string }): string => {
  const [link] = /https?:\/\/\S+/.exec(text) ?? []
  if (!link) throw new Error(`No link in: ${text}`)
  return link
}
