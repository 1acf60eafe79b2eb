import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createAddressPolicy,
  type Lookup,
  type UrlRefusalCode,
} from '../../providers/webhooks/index.ts'
import { createTransport } from '../../providers/webhooks/attempt.ts'
import { type Receiver, respond, startReceiver } from '../support/receivers.ts'

const PUBLIC = '93.184.215.14'
const PUBLIC_V6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1')
const clock = { now: () => new Date() }

/** A resolver that gives each call its next result; the last one repeats. */
function resolving(...answers: readonly (readonly string[])[]): Lookup {
  let call = 0
  return async () =>
    (answers[Math.min(call++, answers.length - 1)] ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
}

function policyWith(options: { allowedRanges?: readonly string[]; lookup?: Lookup } = {}) {
  return createAddressPolicy({ allowedRanges: [], lookup: resolving([PUBLIC]), ...options })
}

/** Every notation of 127.0.0.1 (or of an address that leads there) in a URL. */
const LOOPBACK_SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.1.',
  '１２７。０。０。１',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
]

const REFUSED_LITERALS = [
  ...LOOPBACK_SPELLINGS,
  '[::127.0.0.1]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '0.0.0.0',
  '0',
  '[::]',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  '[2001:2::1]',
  '[2001::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[2002:7f00:1::]',
  '[2002:a00:1::1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::a00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:0:10.0.0.1]',
  '[4000::1]',
  '[5f00::1]',
]

const NAMES_AT_HOME = [
  'localhost',
  'LOCALHOST',
  'a.localhost',
  'db.internal',
  'printer.local',
  'db',
]

describe('creating an endpoint', () => {
  test.each([
    'https://hooks.example.com',
    'https://hooks.example.com:443/in?x=1',
    'https://hooks.example.com:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://müller.example/ä',
    'HTTPS://HOOKS.EXAMPLE.COM/Path',
  ])('accepts %s', async (url) => {
    expect((await policyWith().assertUrl(url)).protocol).toBe('https:')
  })

  const refusals: [UrlRefusalCode, readonly string[]][] = [
    [
      'url_invalid',
      [
        '',
        'hooks.example.com',
        '//hooks.example.com',
        'https:hooks.example.com',
        'https:/hooks.example.com',
        'https:///hooks.example.com',
        'https:\\\\hooks.example.com',
        'https://a.example\\@b.example',
        ' https://hooks.example.com',
        'https://hooks.exa\tmple.com',
        'https://hooks.example.com/\n',
        'https://hooks.example.com/a\0',
        'https://hooks.example.com./',
        'https://localhost./',
        'https://[fe80::1%25eth0]/',
        'https://1.2.3.4.5/',
        'https://256.0.0.1/',
        'https://[::1/',
        'ftp://hooks.example.com/',
        'file:///etc/passwd',
        'gopher://hooks.example.com/',
        'javascript:alert(1)',
        `https://hooks.example.com/${'a'.repeat(2_048)}`,
      ],
    ],
    ['https_required', ['http://hooks.example.com/', 'http://8.8.8.8/']],
    ['credentials_refused', ['https://me@hooks.example.com/', 'https://me:pw@hooks.example.com/']],
    ['fragment_refused', ['https://hooks.example.com/#top', 'https://hooks.example.com/#']],
    [
      'port_refused',
      [22, 25, 80, 0, 2049, 6000, 6667, 10080].map((port) => `https://hooks.example.com:${port}/`),
    ],
    [
      'address_refused',
      REFUSED_LITERALS.filter((host) => host !== '127.0.0.1.')
        .flatMap((host) => [`https://${host}/`, `http://${host}/`])
        .concat(NAMES_AT_HOME.map((name) => `https://${name}/`)),
    ],
  ]
  test.each(refusals.flatMap(([code, urls]) => urls.map((url) => [code, url] as const)))(
    'refuses with %s: %s',
    async (code, url) => {
      await expect(policyWith().assertUrl(url)).rejects.toMatchObject({ code })
    },
  )

  test('refuses a host if any of its addresses is refused, without naming it', async () => {
    for (const bad of ['10.1.2.3', '::1', '::ffff:127.0.0.1', 'fe80::1%eth0', 'not an address']) {
      const policy = policyWith({ lookup: resolving([PUBLIC, bad, PUBLIC_V6]) })
      const refusal = policy.assertUrl('https://hooks.example.com/')
      await expect(refusal).rejects.toMatchObject({ code: 'address_refused' })
      await expect(refusal).rejects.not.toThrow(bad)
    }
  })

  test('refuses a host that does not resolve', async () => {
    const missing: Lookup = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    for (const lookup of [missing, resolving([])]) {
      await expect(
        policyWith({ lookup }).assertUrl('https://nowhere.example/'),
      ).rejects.toMatchObject({ code: 'dns_failure' })
    }
  })
})

describe("an operator's allow-list", () => {
  const allowedRanges = ['127.0.0.0/8', '::1/128', 'fd00:77::/32']

  test.each([
    'http://127.0.0.1:9/',
    'https://127.0.0.1:22/',
    'http://[::ffff:127.0.0.1]:8080/',
    'http://[::1]:8080/',
    'https://[fd00:77::5]/',
  ])('opens its ranges, for plain http and any port too: %s', async (url) => {
    await expect(policyWith({ allowedRanges }).assertUrl(url)).resolves.toBeInstanceOf(URL)
  })

  test('opens only local names that resolve into it', async () => {
    const inside = policyWith({ allowedRanges, lookup: resolving(['127.0.0.1', '::1']) })
    await expect(inside.assertUrl('http://localhost:3000/')).resolves.toBeInstanceOf(URL)
    const mixed = policyWith({ allowedRanges, lookup: resolving(['127.0.0.1', PUBLIC]) })
    for (const url of ['http://localhost:3000/', 'https://db.internal/']) {
      await expect(mixed.assertUrl(url)).rejects.toMatchObject({ code: 'address_refused' })
    }
    await expect(mixed.assertUrl('http://hooks.example.com/')).rejects.toMatchObject({
      code: 'https_required',
    })
  })

  test('opens nothing else', async () => {
    const policy = policyWith({ allowedRanges })
    for (const ip of ['10.0.0.1', '169.254.169.254', '::', 'fd00:78::1', 'fe80::1']) {
      expect(policy.isAllowed(ip)).toBe(false)
    }
    for (const text of [`${PUBLIC_V6}%eth0`, '::1%lo', '127.1', '0x7f.1', '[::1]', '']) {
      expect(policy.isAllowed(text)).toBe(false)
    }
    expect(policy.isAllowed(PUBLIC)).toBe(true)
    expect(policy.isAllowed(PUBLIC_V6)).toBe(true)
  })

  test('opens NAT64 only for addresses that are open by themselves', () => {
    const policy = policyWith({ allowedRanges: ['64:ff9b::/96'] })
    expect(policy.isAllowed('64:ff9b::8.8.8.8')).toBe(true)
    expect(policy.isAllowed('64:ff9b::10.0.0.1')).toBe(false)
    expect(policy.isAllowed('64:ff9b::127.0.0.1')).toBe(false)
  })

  test.each(['localhost', '127.0.0.1', '10.0.0.0/33', '::ffff:127.0.0.0/104', ''])(
    'must be ranges in CIDR form: %j',
    (range) => {
      expect(() => policyWith({ allowedRanges: [range] })).toThrow(range)
    },
  )
})

describe('connecting', () => {
  let v4: Receiver
  let v6: Receiver
  beforeEach(async () => {
    v4 = await startReceiver(respond(200))
    // Without IPv6 (many containers), a second IPv4 address: then its cases cannot connect anyway.
    v6 = await startReceiver(respond(200), { host: hasIpv6 ? '::1' : '127.0.0.1' })
  })
  afterEach(async () => {
    await v4[Symbol.asyncDispose]()
    await v6[Symbol.asyncDispose]()
  })

  async function send(url: string, policy = policyWith()) {
    const transport = createTransport({ policy, clock, userAgent: 'test', deadlineMs: 10_000 })
    await using sender = transport.open()
    return await sender.send({ url, headers: {}, body: '{}' })
  }

  test.each(LOOPBACK_SPELLINGS)('reaches loopback as %s if it is allowed', async (host) => {
    const policy = policyWith({ allowedRanges: ['127.0.0.0/8'] })
    expect(await send(`http://${host}:${v4.port}/`, policy)).toMatchObject({ status: 200 })
    expect(v4.connections()).toBe(1)
  })

  test.each(REFUSED_LITERALS)('opens no connection to %s', async (host) => {
    for (const { port } of [v4, v6]) {
      for (const scheme of ['http', 'https']) {
        expect(await send(`${scheme}://${host}:${port}/`)).toMatchObject({
          outcome: 'FAILED',
          reason: 'address_refused',
        })
      }
    }
    expect([v4.connections(), v6.connections()]).toEqual([0, 0])
  })

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['0.0.0.0'],
    [PUBLIC, '127.0.0.1'],
    ['127.0.0.1', PUBLIC],
    [PUBLIC_V6, '::1'],
  ])('opens no connection when a name resolves to %s %s', async (...answers) => {
    for (const { port } of [v4, v6]) {
      const url = `https://hooks.example.com:${port}/`
      const policy = policyWith({ lookup: resolving(answers) })
      expect(await send(url, policy)).toMatchObject({ reason: 'address_refused' })
    }
    expect([v4.connections(), v6.connections()]).toEqual([0, 0])
  })

  test('resists rebinding: a public address at creation, a private one later', async () => {
    const url = `https://hooks.example.com:${v4.port}/`
    const policy = policyWith({ lookup: resolving([PUBLIC], ['127.0.0.1']) })
    await expect(policy.assertUrl(url)).resolves.toBeInstanceOf(URL)
    expect(await send(url, policy)).toMatchObject({ reason: 'address_refused' })
    expect(v4.connections()).toBe(0)
  })

  test('checks again at each connection, so later rebinding fails too', async () => {
    const policy = policyWith({
      allowedRanges: ['127.0.0.0/8'],
      lookup: resolving(['127.0.0.1'], ['::1']),
    })
    const url = (port: number) => `http://localhost:${port}/`
    expect(await send(url(v4.port), policy)).toMatchObject({ outcome: 'SUCCEEDED' })
    expect(await send(url(v6.port), policy)).toMatchObject({ reason: 'address_refused' })
    expect([v4.connections(), v6.connections()]).toEqual([1, 0])
  })

  test('checks the connected address too: 0.0.0.0 reaches 127.0.0.1, and no byte is sent', async () => {
    const policy = policyWith({ allowedRanges: ['0.0.0.0/32'], lookup: resolving(['0.0.0.0']) })
    for (const host of ['0.0.0.0', 'localhost']) {
      for (const scheme of ['http', 'https']) {
        expect(await send(`${scheme}://${host}:${v4.port}/`, policy)).toMatchObject({
          reason: 'address_refused',
        })
      }
    }
    await expect.poll(() => v4.open()).toBe(0)
    expect(v4.connections()).toBeGreaterThan(0)
    expect(v4.bytesReceived()).toBe(0)
  })

  test('sends no plain http to a public address, even if its address is allowed', async () => {
    const lookup = resolving([PUBLIC])
    const result = await send('http://hooks.example.com/', policyWith({ lookup }))
    expect(result).toMatchObject({ reason: 'address_refused' })
  })

  test('does not follow a redirect to a private address', async () => {
    await using entry = await startReceiver((response) => {
      response.writeHead(307, { location: v4.url }).end()
    })
    const policy = policyWith({ allowedRanges: ['127.0.0.0/8'] })
    expect(await send(entry.url, policy)).toMatchObject({ reason: 'redirect_refused', status: 307 })
    expect(v4.connections()).toBe(0)
  })
})
