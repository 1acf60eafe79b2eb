import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compare } from '#organization/provider-licenses/compare.ts'
import { createLicenseRegistry } from '../../providers/registries/create-license-registry.ts'
import { RegistryUnavailableError } from '../../providers/registries/license-registry.ts'
import { createNppes } from '../../providers/registries/nppes.ts'

const QUESTION = {
  npi: '1234567893',
  name: 'Dr. Ana María Ruiz',
  profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
  licenseNumber: '146.009812',
  state: 'US-IL',
  idempotencyKey: 'lic_1/1',
}

/** As written by the registry, with members that are not compared. */
const PERSON = {
  created_epoch: '1180000000000',
  enumeration_type: 'NPI-1',
  number: '1234567893',
  basic: { first_name: 'ANA', last_name: 'RUIZ', credential: 'CCC-SLP', status: 'A', sex: 'F' },
  other_names: [{ first_name: 'ANA', last_name: 'KERN', type: 'Former Name', code: '1' }],
  addresses: [{ city: 'SPRINGFIELD', state: 'IL', telephone_number: '217-555-0100' }],
  taxonomies: [
    { code: '103T00000X', desc: 'Psychologist', license: '071', state: 'WI', primary: false },
    { code: '235Z00000X', desc: 'SLP', license: '146009812', state: 'IL', primary: true },
    { code: '174400000X', desc: 'Specialist', license: null, state: null, primary: false },
  ],
}

const answering = (...results: object[]) =>
  JSON.stringify({ result_count: results.length, results })

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: ReturnType<typeof createServer>
let url: string
let asked: IncomingMessage[]
let answer: Answer

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Hundreds of times a response on loopback; hanging requests are waited for as long. */
const TIMEOUT_MS = 2_500

const registry = () =>
  createNppes({ url, userAgent: 'care (+https://example)' }, { timeoutMs: TIMEOUT_MS })
const says = (text: string) => {
  answer = (_, response) => response.end(text)
}
/** What differs, by compared member. */
const differences = async (question = QUESTION) =>
  Object.fromEntries(
    compare(question, await registry().find(question))
      .filter(({ matches }) => !matches)
      .map(({ field, found }) => [field, found]),
  )

test('the client of the registry sends only the identifier and compares the result, ignoring spelling', async () => {
  says(answering(PERSON))
  const evidence = compare(QUESTION, await registry().find(QUESTION))
  expect(evidence).toEqual([
    { field: 'npi', expected: '1234567893', found: '1234567893', matches: true },
    { field: 'status', expected: 'ACTIVE', found: 'ACTIVE', matches: true },
    { field: 'name', expected: 'Dr. Ana María Ruiz', found: 'ANA RUIZ', matches: true },
    { field: 'licenseNumber', expected: '146.009812', found: '146009812', matches: true },
    { field: 'state', expected: 'US-IL', found: 'US-IL', matches: true },
    {
      field: 'profession',
      expected: 'SPEECH_LANGUAGE_PATHOLOGIST',
      found: 'SPEECH_LANGUAGE_PATHOLOGIST',
      matches: true,
    },
  ])
  expect(asked.map((request) => request.url)).toEqual(['/api/?version=2.1&number=1234567893'])
  expect(asked[0]!.headers['user-agent']).toBe('care (+https://example)')
  // A former name counts.
  expect(await differences({ ...QUESTION, name: 'Ana Kern' })).toEqual({})
})

test.each([
  ['nobody', answering(), { npi: null }],
  ['another number', answering({ ...PERSON, number: '1245319599' }), { npi: '1245319599' }],
  [
    'a number that was deactivated',
    answering({ ...PERSON, basic: { ...PERSON.basic, status: 'D' } }),
    { status: 'INACTIVE' },
  ],
  [
    'no status at all',
    answering({ ...PERSON, basic: { first_name: 'ANA', last_name: 'RUIZ' } }),
    { status: 'INACTIVE' },
  ],
  [
    'another person',
    answering({
      ...PERSON,
      basic: { ...PERSON.basic, first_name: 'ANNE', last_name: 'RUIZ' },
      other_names: [],
    }),
    { name: 'ANNE RUIZ' },
  ],
  [
    'a person without a name',
    answering({ ...PERSON, basic: { status: 'A' }, other_names: [] }),
    { name: '' },
  ],
  [
    'another license of the state',
    answering({
      ...PERSON,
      taxonomies: [{ code: '235Z00000X', license: '146.999', state: 'IL' }],
    }),
    { licenseNumber: '146.999' },
  ],
  [
    'the number in another state',
    answering({
      ...PERSON,
      taxonomies: [{ code: '235Z00000X', license: '146.009812', state: 'WI' }],
    }),
    { state: 'US-WI' },
  ],
  [
    'another profession',
    answering({
      ...PERSON,
      taxonomies: [{ code: '225X00000X', license: '146.009812', state: 'IL' }],
    }),
    { profession: 'OCCUPATIONAL_THERAPIST' },
  ],
  ['no license', answering({ ...PERSON, taxonomies: [] }), { licenseNumber: null, state: null }],
])('%s does not match', async (_, text, expected) => {
  says(text)
  expect(await differences()).toEqual(expected)
})

test.each<[string, Answer]>([
  ['is broken', (_, response) => response.writeHead(500).end(answering(PERSON))],
  ['refuses', (_, response) => response.writeHead(429).end()],
  [
    'sends elsewhere',
    (_, response) => response.writeHead(302, { location: `${url}/elsewhere` }).end(),
  ],
  ['says nothing', () => undefined],
  [
    'stops in the middle',
    (_, response) => response.write('{"result_count":') && setTimeout(() => response.destroy(), 20),
  ],
  ['never ends', (_, response) => response.write('{"result_count":')],
  [
    'says too much',
    (_, response) => {
      const chunk = Buffer.alloc(256 * 1024, ' ')
      const more = () => {
        while (response.write(chunk));
        response.once('drain', more)
      }
      more()
    },
  ],
  ['says no JSON', (_, response) => response.end('<html>maintenance</html>')],
  ['says something else', (_, response) => response.end('{"Errors":[{"description":"x"}]}')],
  ['has no list', (_, response) => response.end('{"result_count":1,"results":null}')],
  ['has two of one number', (_, response) => response.end(answering(PERSON, PERSON))],
])('a registry that %s is unavailable and will be asked again', async (_, hostile) => {
  answer = hostile
  await expect(registry().find(QUESTION)).rejects.toThrow(RegistryUnavailableError)
  expect(asked).toHaveLength(1)
})

test('a missing or unreachable registry is unavailable', async () => {
  server.closeAllConnections()
  server.close()
  await expect(registry().find(QUESTION)).rejects.toThrow(RegistryUnavailableError)
  await expect(createLicenseRegistry('none', 'care').find(QUESTION)).rejects.toThrow(
    RegistryUnavailableError,
  )
})

test('the sandbox agrees, except for its known endings', async () => {
  const sandbox = createLicenseRegistry('sandbox', 'care')
  const differing = async (licenseNumber: string) => {
    const question = { ...QUESTION, licenseNumber, idempotencyKey: licenseNumber }
    const evidence = compare(question, await sandbox.find(question))
    return evidence.filter(({ matches }) => !matches).map(({ field }) => field)
  }
  expect(await differing('146')).toEqual([])
  expect(await differing('146-unknown')).toEqual(['npi'])
  expect(await differing('146-inactive')).toEqual(['status'])
  expect(await differing('146-othername')).toEqual(['name'])
  expect(await differing('146-othernumber')).toEqual(['licenseNumber'])
  expect(await differing('146-otherstate')).toEqual(['state'])
  await expect(differing('146-away')).rejects.toThrow(RegistryUnavailableError)
  await expect(differing('146-awayonce')).rejects.toThrow(RegistryUnavailableError)
  expect(await differing('146-awayonce')).toEqual([])
})
