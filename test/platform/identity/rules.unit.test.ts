import { describe, expect, it } from 'vitest'
import { excessOver, type KeyLimits } from '#platform/api-keys/rules.ts'
import { permissionsOf } from '#platform/core/access/permissions.ts'
import {
  isAllowedFrom,
  isWithinRange,
  normalizeRange,
  siteOf,
} from '#platform/identity/addresses.ts'
import { BoundedMap } from '#platform/core/context/bounded-map.ts'
import { judgeRefreshToken, type StoredToken } from '#platform/identity/refresh-rules.ts'
import { keyPermissions, narrowScopes, requestedScopes } from '#platform/identity/scopes.ts'
import { hashSecret, matchesHash, newClientSecret } from '#platform/identity/secrets.ts'

describe('scopes', () => {
  it.each([
    [['bookings'], ['bookings'], ['bookings']],
    [['bookings.read'], ['bookings'], ['bookings.read']],
    [['bookings'], ['bookings.read'], ['bookings.read']],
    [['bookings', 'bookings.read'], ['bookings.read'], ['bookings.read']],
    [['bookings', 'children'], ['children'], ['children']],
    [['bookings'], [], []],
  ])('%j under the limit %j leaves %j', (scopes, limit, left) => {
    expect(narrowScopes(scopes, limit)).toEqual(left)
  })

  it.each([
    [undefined, ['bookings', 'ai.read']],
    ['', ['bookings', 'ai.read']],
    ['ai.read', ['ai.read']],
    [' bookings.read  ai.read ai.read', ['bookings.read', 'ai.read']],
  ])('a request for %j gets %j of bookings and ai.read', (requested, granted) => {
    expect(requestedScopes(requested, ['bookings', 'ai.read'])).toEqual(granted)
  })

  it.each(['ai', 'admin', 'bookings admin', 'BOOKINGS', 'nonsense'])('refuses %j', (requested) => {
    expect(() => requestedScopes(requested, ['bookings', 'ai.read'])).toThrow(
      expect.objectContaining({ code: 'invalid_scope' }),
    )
  })

  it('narrows permissions to the resources of a key', () => {
    expect([...keyPermissions(['bookings', 'children'], ['appointments'])]).toEqual([
      'appointments:read',
      'appointments:write',
    ])
    expect(keyPermissions(['bookings'], [])).toEqual(permissionsOf(['bookings']))
  })
})

describe('addresses', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7/32'],
    ['198.51.100.7/24', '198.51.100.0/24'],
    ['10.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1/33', '2001:db8::/33'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::ffff:198.51.100.7', '198.51.100.7/32'],
  ])('reads %s as %s', (text, range) => expect(normalizeRange(text)).toBe(range))

  it.each([
    '',
    'localhost',
    '010.0.0.1',
    '10.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '0x7f.0.0.1',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/104',
    '10.0.0.0/-1',
  ])('refuses %j', (text) => {
    expect(normalizeRange(text)).toBeUndefined()
  })

  it.each([
    ['198.51.100.7', true],
    ['::ffff:198.51.100.7', true],
    ['198.51.101.7', false],
    ['2001:db8::7', false],
    ['unknown', false],
    [undefined, false],
  ])('a key for 198.51.100.0/24 used from %s: %s', (address, allowed) => {
    expect(isAllowedFrom(['203.0.113.0/24', '198.51.100.0/24'], address)).toBe(allowed)
  })

  it('accepts any address for a key without ranges', () => {
    expect(isAllowedFrom([], undefined)).toBe(true)
  })

  it('knows which range contains which', () => {
    expect(isWithinRange('10.1.0.0/16', '10.0.0.0/8')).toBe(true)
    expect(isWithinRange('10.0.0.0/8', '10.1.0.0/16')).toBe(false)
    expect(isWithinRange('11.0.0.0/16', '10.0.0.0/8')).toBe(false)
    expect(isWithinRange('2001:db8::/64', '10.0.0.0/8')).toBe(false)
  })

  it('treats the addresses of one IPv6 host as one', () => {
    expect(siteOf('2001:db8:0:1::7')).toBe(siteOf('2001:db8:0:1:ffff::9'))
    expect(siteOf('2001:db8:0:2::7')).not.toBe(siteOf('2001:db8:0:1::7'))
    expect(siteOf('::ffff:198.51.100.7')).toBe('198.51.100.7')
    expect(siteOf('unknown')).toBeUndefined()
  })
})

describe('refresh tokens', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
  const token: StoredToken = {
    clientId: 'key_1',
    expiresAt: ago(-60),
    spentAt: null,
    revokedAt: null,
  }
  it.each([
    ['unspent', token, true, 'fresh'],
    ['spent just now, its successor unused', { ...token, spentAt: ago(30) }, true, 'retry'],
    ['spent just now, its successor used', { ...token, spentAt: ago(1) }, false, 'reused'],
    ['spent a while ago', { ...token, spentAt: ago(31) }, true, 'reused'],
    ['revoked', { ...token, revokedAt: ago(1) }, true, 'invalid'],
    ['spent and revoked', { ...token, spentAt: ago(1), revokedAt: ago(1) }, true, 'invalid'],
    ['expired', { ...token, expiresAt: now }, true, 'invalid'],
    ["another client's", { ...token, clientId: 'key_2' }, true, 'invalid'],
    ['unknown', undefined, true, 'invalid'],
  ])('%s', (_, presented, live, verdict) => {
    const judged = judgeRefreshToken(presented, {
      clientId: 'key_1',
      now,
      isLivePredecessor: () => live,
    })
    expect(judged).toBe(verdict)
  })
})

describe('the grants of a key', () => {
  const limits = (more: Partial<KeyLimits> = {}): KeyLimits => ({
    scopes: ['bookings'],
    resources: [],
    methods: [],
    ipRanges: [],
    rateLimitPerMinute: null,
    expiresAt: null,
    providerId: null,
    ...more,
  })
  const excess = (own: Partial<KeyLimits>, wanted: Partial<KeyLimits>) => {
    const key = limits({ scopes: ['bookings', 'admin', 'ai.read'], ...own })
    const permissions = keyPermissions(key.scopes, key.resources)
    const actor = { kind: 'API_KEY' as const, permissions }
    return excessOver({ actor, key }, limits(wanted)).map(({ path }) => path)
  }
  const soon = new Date('2026-12-01T00:00:00Z')
  const later = new Date('2027-12-01T00:00:00Z')

  it.each<[string, Partial<KeyLimits>, Partial<KeyLimits>, string[]]>([
    ['the same', {}, { scopes: ['bookings', 'admin', 'ai.read'] }, []],
    ['reading where it writes', {}, { scopes: ['bookings.read'] }, []],
    ['a scope it lacks', {}, { scopes: ['children'] }, ['scopes', 'scopes']],
    ['writing where it reads', { scopes: ['bookings.read'] }, {}, ['scopes', 'scopes']],
    ['writing where it reads one of several', {}, { scopes: ['ai'] }, ['scopes', 'scopes']],
    ['more resources', { resources: ['api-keys', 'rooms'] }, { scopes: ['admin'] }, ['scopes']],
    [
      'the same resources',
      { resources: ['api-keys', 'rooms'] },
      { scopes: ['admin'], resources: ['rooms'] },
      [],
    ],
    ['all methods', { methods: ['GET', 'POST'] }, {}, ['methods']],
    ['another method', { methods: ['GET', 'POST'] }, { methods: ['DELETE'] }, ['methods']],
    ['fewer methods', { methods: ['GET', 'POST'] }, { methods: ['GET'] }, []],
    ['all addresses', { ipRanges: ['10.0.0.0/8'] }, {}, ['ipRanges']],
    ['other addresses', { ipRanges: ['10.0.0.0/8'] }, { ipRanges: ['11.0.0.0/8'] }, ['ipRanges']],
    ['fewer addresses', { ipRanges: ['10.0.0.0/8'] }, { ipRanges: ['10.1.0.0/16'] }, []],
    ['no end', { expiresAt: soon }, {}, ['expiresAt']],
    ['a later end', { expiresAt: soon }, { expiresAt: later }, ['expiresAt']],
    ['an earlier end', { expiresAt: later }, { expiresAt: soon }, []],
    ['a higher rate', {}, { rateLimitPerMinute: 601 }, ['rateLimitPerMinute']],
    ['a rate an operator gave it', { rateLimitPerMinute: 900 }, { rateLimitPerMinute: 900 }, []],
    ['its default, when it has less', { rateLimitPerMinute: 60 }, {}, ['rateLimitPerMinute']],
  ])('%s', (_, own, wanted, paths) => expect(excess(own, wanted)).toEqual(paths))
})

describe('secrets', () => {
  it('match only their own hash', () => {
    const secret = newClientSecret()
    expect(secret).toMatch(/^sk_[\w-]{43}$/)
    expect(matchesHash(secret, hashSecret(secret))).toBe(true)
    expect(matchesHash(`${secret} `, hashSecret(secret))).toBe(false)
    expect(matchesHash('', hashSecret(secret))).toBe(false)
    expect(matchesHash(secret, '')).toBe(false)
  })
})

describe('a bounded map', () => {
  it('evicts the least recently used entry', () => {
    const map = new BoundedMap<number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.get('a')
    map.set('c', 3)
    expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2])
  })
})
