import { createHash } from 'node:crypto'
import { defaultPayloadConverter, type Payload } from '@temporalio/common'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/core/records/ids.ts'
import { revokeOperatorTokens } from '#platform/identity/operator-token-record.ts'
import { issueOperatorToken } from '#platform/identity/issue-operator-token.ts'
import { rotateKey } from '#platform/identity/rotate-key.ts'
import { EncryptionCodec } from '../../../providers/temporal/index.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

const UI = 'https://temporal.test'
const tenantId = newId('tenant')
const subjectId = newId('appointment')

let api: TestApi
let centre: ApiClient
let caller: ReturnType<TestApi['anonymous']>

beforeAll(async () => {
  api = await startApi({ operatorUiOrigin: UI })
  centre = await api.createTenant()
  caller = api.anonymous()
})
afterAll(() => api[Symbol.asyncDispose]())

const platform = () => api.services.platform
const operator = async (minutes = 15) =>
  (await issueOperatorToken(platform(), { name: 'ana', minutes })).token

/** Like the UI sends a workflow payload. */
const sealed = async (value: unknown) => {
  const codec = new EncryptionCodec(platform().cipher.keys)
  const [payload] = await codec.encode([defaultPayloadConverter.toPayload(value)])
  return wire(payload!)
}
const wire = ({ metadata, data }: Payload) => ({
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, bytes]) => [name, base64(bytes)]),
  ),
  data: base64(data!),
})
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const plain = ({ data }: { data: string }) =>
  JSON.parse(Buffer.from(data, 'base64').toString()) as unknown

interface Decoded {
  payloads: { metadata: Record<string, string>; data: string }[]
  code?: string
}
const decode = (json: unknown, headers: Record<string, string>) =>
  caller.send<Decoded>({
    method: 'POST',
    path: '/codec/decode',
    headers: { 'x-namespace': 'default', ...headers },
    json,
  })
const signIn = async (token: string) => {
  const answer = await caller.send({
    method: 'POST',
    path: '/codec/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
  })
  return { ...answer, cookie: answer.headers.get('set-cookie') ?? '' }
}
const rows = (tenant: string, action: string) =>
  api.query<{ actor_id: string; outcome: string; subject_id: string | null; changes: object }>(
    `SELECT actor_id, outcome, subject_id, changes FROM audit_entries
      WHERE tenant_id = $1 AND action = $2 ORDER BY seq`,
    [tenant, action],
  )

describe('the codec endpoint', () => {
  test('shows a signed-in operator a payload and records it in the trail of the centre', async () => {
    const { status, cookie, text } = await signIn(await operator())
    expect(status).toBe(200)
    expect(text).toContain('Signed in as ana')
    expect(cookie).toMatch(
      /^therapy_operator=[^;]+; Path=\/codec; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    )
    const payloads = [await sealed({ tenantId, subjectId }), await sealed('a summary')]
    const answer = await decode({ payloads }, { origin: UI, cookie: cookie.split(';', 1)[0] ?? '' })
    expect(answer.status).toBe(200)
    expect(answer.body.payloads.map(plain)).toEqual([{ tenantId, subjectId }, 'a summary'])
    expect(answer.headers.get('access-control-allow-origin')).toBe(UI)
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    expect(await rows('ten_platform', 'operatorSignIn')).toMatchObject([
      { actor_id: 'operator/ana', outcome: 'ALLOWED' },
    ])
    expect(await rows(tenantId, 'decodePayloads')).toEqual([
      {
        actor_id: 'operator/ana',
        outcome: 'ALLOWED',
        subject_id: subjectId,
        changes: { payloads: 2, opened: 2 },
      },
    ])
  })

  test('serves the command line with the token, and returns what it cannot decrypt', async () => {
    const theirs = wire(defaultPayloadConverter.toPayload('never sealed'))
    const bent = { ...(await sealed('x')), data: base64(Buffer.alloc(64)) }
    const payloads = [theirs, bent, await sealed('mine')]
    const authorization = `Bearer ${await operator()}`
    const { status, body } = await decode({ payloads }, { authorization })
    expect(status).toBe(200)
    expect(body.payloads.slice(0, 2)).toEqual([theirs, bent])
    expect(plain(body.payloads[2]!)).toBe('mine')
    expect((await rows('ten_platform', 'decodePayloads')).at(-1)).toMatchObject({
      actor_id: 'operator/ana',
      changes: { payloads: 3, opened: 1 },
    })
  })

  test('decrypts nothing for a key of a centre, and operators cannot use the API', async () => {
    const payloads = [await sealed({ tenantId: centre.tenantId, subjectId })]
    const authorization = `Bearer ${await centre.token()}`
    const answer = await decode({ payloads }, { authorization })
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect((await signIn(await centre.token())).status).toBe(401)
    const inBrowser = await caller.send<string>({
      method: 'POST',
      path: '/codec/sign-in',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'token=guess',
    })
    expect(inBrowser.status).toBe(401)
    expect(inBrowser.text).toContain('The token is invalid')
    expect(inBrowser.text).toContain('<form method="post" action="/codec/sign-in">')
    const asClient = await caller.send({
      path: '/v1/appointments',
      headers: { authorization: `Bearer ${await operator()}` },
    })
    expect(asClient.status).toBe(401)
    expect((await rows('ten_platform', 'decodePayloads')).at(-1)).toMatchObject({
      actor_id: 'anonymous',
      outcome: 'REFUSED',
    })
  })

  test('responds only to browsers on the Temporal UI', async () => {
    const { cookie } = await signIn(await operator())
    const [own = ''] = cookie.split(';', 1)
    const payloads = [await sealed('x')]
    const elsewhere = await decode({ payloads }, { origin: 'https://evil.test', cookie: own })
    expect(elsewhere.status).toBe(403)
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
    // Without an Origin it is not a browser, and a cookie does not count.
    expect((await decode({ payloads }, { cookie: own })).status).toBe(401)
    const preflight = (origin: string) =>
      caller.send({ method: 'OPTIONS', path: '/codec/decode', headers: { origin } })
    expect((await preflight(UI)).headers.get('access-control-allow-headers')).toContain(
      'x-namespace',
    )
    expect((await preflight('https://evil.test')).status).toBe(403)
    const other = await caller.send({ path: '/v1/changelog', headers: { origin: UI } })
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('confirms on the page that payloads can be read in this browser', async () => {
    const { cookie, text, headers } = await signIn(await operator())
    const script = /<script>([\s\S]*)<\/script>/.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`)
    expect(text).toContain('data-signed-in="true"')
    const check = (sent: Record<string, string>) =>
      caller.send({ path: '/codec/check', headers: sent })
    const [own = ''] = cookie.split(';', 1)
    expect(await check({ cookie: own })).toMatchObject({ status: 200, body: { isReadable: true } })
    expect((await rows('ten_platform', 'checkDecoding')).at(-1)).toMatchObject({
      actor_id: 'operator/ana',
      outcome: 'ALLOWED',
    })
    expect(await check({})).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('forgets an operator when the token ends, and a rotated key after its overlap', async () => {
    const token = await operator(15)
    await rotateKey(platform(), 'access_token')
    expect((await signIn(token)).status).toBe(200)
    api.clock.advance(15 * 60_000 + 1_000)
    expect((await signIn(token)).status).toBe(401)
    expect((await signIn('not a token')).status).toBe(401)
  })

  test('refuses a revoked token immediately, signed in or not', async () => {
    const made = await issueOperatorToken(platform(), { name: 'dee', minutes: 15 })
    const { cookie } = await signIn(made.token)
    const asked = { payloads: [await sealed('x')] }
    const withCookie = () => decode(asked, { origin: UI, cookie: cookie.split(';', 1)[0] ?? '' })
    const withToken = () => decode(asked, { authorization: `Bearer ${made.token}` })
    expect([(await withCookie()).status, (await withToken()).status]).toEqual([200, 200])
    await revokeOperatorTokens(platform(), { id: made.id })
    expect([(await withCookie()).status, (await withToken()).status]).toEqual([401, 401])
    expect((await signIn(made.token)).status).toBe(401)
  })

  test.each([
    ['{"payloads":', 'malformed_json'],
    ['{"payloads":[{"data":"not base64!"}]}', 'validation_failed'],
    ['{"payloads":{}}', 'validation_failed'],
    ['[]', 'validation_failed'],
  ])('refuses %s as %s', async (body, code) => {
    const answer = await caller.send<Decoded>({
      method: 'POST',
      path: '/codec/decode',
      headers: { authorization: `Bearer ${await operator()}` },
      body,
    })
    expect(answer).toMatchObject({ status: 400, body: { code } })
  })

  test('limits wrong tokens by address, and right ones by operator', async () => {
    const proxy = api.anonymous()
    const ask = (headers: Record<string, string> = {}) =>
      proxy.send({ method: 'POST', path: '/codec/decode', json: { payloads: [] }, headers })
    const answers = await Promise.all(Array.from({ length: 620 }, () => ask()))
    const counts = Map.groupBy(answers, ({ status }) => status)
    expect(counts.get(401)).toHaveLength(600)
    expect(counts.get(429)).toHaveLength(20)

    const { token } = await issueOperatorToken(platform(), { name: 'eve', minutes: 15 })
    const own = { authorization: `Bearer ${token}` }
    const json = { token }
    const signedIn = await proxy.send({ method: 'POST', path: '/codec/sign-in', json })
    expect(signedIn.status, signedIn.text).toBe(200)
    expect((await ask(own)).status).toBe(200)
    expect((await ask()).status).toBe(429)
    const elsewhere = await ask({ ...own, origin: 'https://evil.test' })
    expect(elsewhere.status).toBe(429)

    const most = await Promise.all(Array.from({ length: 600 }, () => decode({ payloads: [] }, own)))
    expect(most.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  test('does not exist without a Temporal UI, and never encrypts', async () => {
    const encode = await caller.send({ method: 'POST', path: '/codec/encode', json: {} })
    expect(encode.status).toBe(404)
    await using without = await startApi()
    expect((await without.anonymous().get('/codec/sign-in')).status).toBe(404)
  })
})
