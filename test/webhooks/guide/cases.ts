import { randomBytes, type KeyObject } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { signDelivery } from '../../../providers/webhooks/index.ts'
import type { ReceivedRequest } from '../../support/receivers.ts'

/** One request to a receiver, and the receiver's knowledge. */
export interface Case {
  name: string
  accepted: boolean
  body: string
  headers: Record<string, string>
  secret: string
  endpoint: { id: string; url: string }
  keys: (JsonWebKey & { kid: string; x: string })[]
}

/** A real delivery, and the keys that signed it. */
export interface Genuine {
  request: ReceivedRequest
  secret: string
  endpoint: { id: string; url: string }
  keys: Case['keys']
  ed25519: { kid: string; privateKey: KeyObject }
}

const HOUR_AGO_SECONDS = 3_600
/** Just beyond the tolerance of five minutes. */
const LATE_SECONDS = 330

const headersOf = ({ headers }: ReceivedRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const freshSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const caseMaker = ({ request, secret, endpoint, keys, ed25519 }: Genuine) => {
  const body = request.body.toString()
  const headers = headersOf(request)
  const genuine = { accepted: true, body, headers, secret, endpoint, keys }
  const { id: eventId } = JSON.parse(body) as { id: string }
  const now = Math.floor(Date.now() / 1_000)
  /** The same delivery with another signature of ours. */
  const signed = (otherwise: Partial<Parameters<typeof signDelivery>[0]>) => ({
    ...headers,
    ...lowerCase(
      signDelivery({
        secrets: [secret],
        schemes: ['v1', 'v2'],
        ed25519,
        eventId,
        attempt: 1,
        timestamp: now,
        endpointId: endpoint.id,
        url: endpoint.url,
        body,
        ...otherwise,
      }),
    ),
  })
  const refused = { ...genuine, accepted: false }
  const both: Case[] = [
    { ...genuine, name: 'a real delivery' },
    { ...refused, name: 'another body', body: body.replace('booking', 'b00king') },
    {
      ...refused,
      name: 'a delivery of an hour ago, replayed',
      headers: signed({ timestamp: now - HOUR_AGO_SECONDS }),
    },
    {
      ...refused,
      name: 'a delivery just too old',
      headers: signed({ timestamp: now - LATE_SECONDS }),
    },
    {
      ...refused,
      name: 'an old delivery with the current time',
      headers: withTimeOf(now, signed({ timestamp: now - HOUR_AGO_SECONDS })),
    },
    {
      ...refused,
      name: 'no signature',
      headers: {
        ...headers,
        'x-service-signature': `t=${now}`,
        'webhook-signature': '',
      },
    },
  ]
  return { genuine, refused, signed, both }
}

/** For verification with the endpoint's secret. */
export const secretCases = (from: Genuine): Case[] => {
  const { genuine, refused, signed, both } = caseMaker(from)
  const next = freshSecret()
  const rotating = signed({ secrets: [next, from.secret] })
  return [
    ...both,
    { ...genuine, name: 'during a rotation, with the old secret', headers: rotating },
    { ...genuine, name: 'during a rotation, with the new secret', headers: rotating, secret: next },
    { ...refused, name: 'signed with another secret', secret: freshSecret() },
  ]
}

/** For verification with the platform's public key. */
export const keyCases = (from: Genuine): Case[] => {
  const { refused, signed, both } = caseMaker(from)
  const { endpoint, keys } = from
  const other = keys.map((key) => ({ ...key, x: randomBytes(32).toString('base64url') }))
  return [
    ...both,
    {
      ...refused,
      name: 'a delivery for another URL',
      endpoint: { ...endpoint, url: `${endpoint.url}/other` },
    },
    {
      ...refused,
      name: 'a delivery for another endpoint',
      endpoint: { ...endpoint, id: `${endpoint.id}x` },
    },
    {
      ...refused,
      name: 'another attempt',
      headers: { ...signed({}), 'x-service-attempt': '2' },
    },
    {
      ...refused,
      name: 'another event id',
      headers: { ...signed({}), 'webhook-id': 'evt_another' },
    },
    { ...refused, name: 'a key that is not published', keys: [] },
    { ...refused, name: 'another key under the same id', keys: other },
  ]
}

const withTimeOf = (now: number, headers: Record<string, string>) => ({
  ...headers,
  'x-service-signature': headers['x-service-signature']!.replace(/t=\d+/, `t=${now}`),
  'webhook-timestamp': String(now),
})

const lowerCase = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
