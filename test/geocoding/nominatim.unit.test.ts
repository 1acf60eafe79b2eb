import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGeocoder } from '../../providers/geocoding/create-geocoder.ts'
import { createNominatim } from '../../providers/geocoding/nominatim.ts'

const ADDRESS = { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' }
const FOUND = JSON.stringify([{ lat: '52.5035', lon: '13.3950', display_name: 'Lindenstraße' }])

/** Hundreds of times a response on loopback; hanging requests are waited for as long. */
const TIMEOUT_MS = 2_500

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: ReturnType<typeof createServer>
let url: string
let asked: { url: string; userAgent: string | undefined; at: number }[]
let answer: Answer

beforeEach(async () => {
  asked = []
  answer = (_, response) => response.end(FOUND)
  server = createServer((request, response) => {
    asked.push({
      url: request.url!,
      userAgent: request.headers['user-agent'],
      at: performance.now(),
    })
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const geocoder = (options = {}) =>
  createNominatim({ url, userAgent: 'therapy-care-api (+https://api.example)' }, options)

test('the geocoder sends only the address, identifies itself, and returns the coordinates', async () => {
  expect(await geocoder().find(ADDRESS)).toEqual({ latitude: 52.5035, longitude: 13.395 })
  const { pathname, searchParams } = new URL(asked[0]!.url, url)
  expect(asked[0]!.userAgent).toBe('therapy-care-api (+https://api.example)')
  expect(pathname).toBe('/search')
  expect(Object.fromEntries(searchParams)).toEqual({
    street: 'Lindenstraße 12',
    city: 'Berlin',
    postalcode: '10969',
    countrycodes: 'de',
    format: 'jsonv2',
    limit: '1',
  })
})

test('the geocoder waits for the pause before the next request, and sends none if too many wait', async () => {
  const one = geocoder({ pauseMs: 1_000, timeoutMs: 60_000 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => one.find(ADDRESS)))
  expect(answers.filter((place) => place === null)).toHaveLength(2)
  expect(asked).toHaveLength(3)
  for (const [index, { at }] of asked.entries())
    if (index > 0) expect(at - asked[index - 1]!.at).toBeGreaterThan(500)
})

describe('an unusable response counts as not found', () => {
  test.each<[string, Answer]>([
    ['nothing found', (_, response) => response.end('[]')],
    ['an error', (_, response) => response.writeHead(500).end(FOUND)],
    [
      'a redirect',
      (request, response) =>
        request.url?.startsWith('/search')
          ? response.writeHead(302, { location: '/other' }).end()
          : response.end(FOUND),
    ],
    ['no JSON', (_, response) => response.end('<html>')],
    ['places beyond the poles', (_, response) => response.end('[{"lat":"91","lon":"0"}]')],
    ['another form', (_, response) => response.end('{"lat":"1"}')],
    [
      'too many bytes',
      (_, response) =>
        response.end(JSON.stringify([{ lat: '1', lon: '1', name: 'x'.repeat(70_000) }])),
    ],
    ['a broken connection', (request) => request.socket.destroy()],
    ['no answer at all', () => undefined],
  ])('%s', async (_, wrong) => {
    answer = wrong
    expect(await geocoder({ timeoutMs: TIMEOUT_MS }).find(ADDRESS)).toBeNull()
    expect(asked).toHaveLength(1)
  })
})

test('a request that hangs delays the next one by its time-out at most', async () => {
  const one = geocoder({ timeoutMs: TIMEOUT_MS, pauseMs: 1 })
  answer = () => undefined
  const first = one.find(ADDRESS)
  await once(server, 'request')
  answer = (_, response) => response.end(FOUND)
  expect([await first, await one.find(ADDRESS)]).toEqual([
    null,
    { latitude: 52.5035, longitude: 13.395 },
  ])
})

test('the sandbox knows some towns without calling a server, and "none" knows nothing', async () => {
  const sandbox = createGeocoder('sandbox', 'tests')
  expect(await sandbox.find(ADDRESS)).toEqual({ latitude: 52.52, longitude: 13.405 })
  expect(await sandbox.find({ ...ADDRESS, city: 'Utopia' })).toBeNull()
  expect(await sandbox.find({ ...ADDRESS, country: 'US' })).toBeNull()
  expect(await createGeocoder('none', 'tests').find(ADDRESS)).toBeNull()
})
