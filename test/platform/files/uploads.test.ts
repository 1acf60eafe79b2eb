/** What an upload leaves behind after interruptions. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext, type OutsideContext } from '#platform/core/context/context.ts'
import { MINUTE_MS } from '#platform/core/time/time.ts'
import { newFileKey } from '#platform/files/new-file-key.ts'
import { tidyFiles } from '#platform/files/tidy-files.ts'
import { tidyAllFiles } from '#platform/files/tidy-all-files.ts'
import { removeAttachment } from '#clinical/attachments/remove-attachment.ts'
import { create, newChild, refusal, type Page, type Resource } from '../../resources/centre.ts'
import { delegateTo, joinAs } from '../../staff/support.ts'
import { storedKeys } from '../../support/stored-keys.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi({ logLevel: 'info' })))
afterAll(() => api[Symbol.asyncDispose]())

const announce = async (client: ApiClient) =>
  create(client, '/v1/attachments', {
    childId: (await newChild(client)).id,
    name: 'note.txt',
    contentType: 'text/plain',
  })

const linkOf = async (client: ApiClient, id: string, kind: 'upload' | 'download') =>
  (await client.post<{ path: string }>(`/v1/attachments/${id}/${kind}-link`)).body.path

const put = (path: string, body: string) =>
  api.anonymous().send<Resource>({ method: 'PUT', path, body })

const uploaded = async (client: ApiClient, text = 'Seen at home.') => {
  const { id } = await announce(client)
  expect((await put(await linkOf(client, id, 'upload'), text)).status).toBe(200)
  return id
}

const download = async (client: ApiClient, id: string) =>
  api.anonymous().get(await linkOf(client, id, 'download'))

/** Sends half of a file and pauses once its first bytes are stored; `end` sends the rest. */
const beginUpload = async (url: string, client: ApiClient, id: string) => {
  const sending = httpRequest(url + (await linkOf(client, id, 'upload')), {
    method: 'PUT',
    headers: { 'content-length': 200_000 },
  })
  const answered = once(sending, 'response')
  sending.write('x'.repeat(100_000))
  while ((await filesOf(client)).length === 0) await sleep(10)
  return {
    end: async () => {
      sending.end('x'.repeat(100_000))
      const [{ statusCode }] = (await answered) as [{ statusCode: number }]
      return statusCode
    },
  }
}

const filesOf = ({ tenantId }: ApiClient) => storedKeys(api.services.platform.files, tenantId)

/** The platform acting for a tenant, some minutes from now by the clock that dates files. */
const acting = ({ tenantId }: ApiClient, minutes = 0): OutsideContext =>
  systemContext(
    {
      ...api.services.platform,
      clock: { now: () => new Date(Date.now() + minutes * MINUTE_MS) },
    },
    { tenantId, action: 'test' },
  )

describe('removing', () => {
  test('with an Idempotency-Key used for another file keeps the bytes', async () => {
    const client = await api.createTenant()
    const [a, b] = [await uploaded(client, 'A'), await uploaded(client, 'B')]
    const key = randomUUID()
    const remove = (id: string) =>
      client.send({
        method: 'POST',
        path: `/v1/attachments/${id}/remove`,
        headers: { 'idempotency-key': key },
      })
    expect((await remove(a)).status).toBe(200)
    expect(refusal(await remove(b))).toEqual([422, 'idempotency_mismatch'])
    const kept = await download(client, b)
    expect([kept.status, kept.text]).toEqual([200, 'B'])
    expect(await filesOf(client)).toHaveLength(1)
  })

  test('deletes the bytes with the response, and later those left by a failure', async () => {
    const client = await api.createTenant()
    const [now, later] = [await uploaded(client), await uploaded(client)]
    await client.post(`/v1/attachments/${now}/remove`)
    expect(await filesOf(client)).toEqual([expect.stringContaining(later)])

    const failures: unknown[] = []
    const ctx = acting(client)
    const remove = () => Promise.reject(new Error('The store is away'))
    const { platform } = ctx
    const without = { ...platform, files: { ...platform.files, remove } }
    const failing = { ...without, effectFailed: (error: unknown) => failures.push(error) }
    const removed = await removeAttachment({ ...ctx, platform: failing }, { id: later })
    expect(removed.status).toBe('REMOVED')
    expect(failures).toEqual([new Error('The store is away')])
    expect(await filesOf(client)).toHaveLength(1)

    expect(await tidyFiles(ctx)).toMatchObject({ removed: 2, abandoned: 0, missing: [] })
    expect(await filesOf(client)).toEqual([])
    expect(await tidyFiles(ctx)).toMatchObject({ removed: 0 })
  })

  test('during an upload leaves no bytes', async () => {
    await using listening = await api.listen()
    const client = await api.createTenant()
    const { id } = await announce(client)
    const upload = await beginUpload(listening.url, client, id)
    expect((await client.post(`/v1/attachments/${id}/remove`)).status).toBe(200)
    expect(await upload.end()).toBe(409)
    expect(await filesOf(client)).toEqual([])
    expect((await client.get<Resource>(`/v1/attachments/${id}`)).body).toMatchObject({
      status: 'REMOVED',
      sha256: null,
    })
  })
})

test('of four simultaneous uploads through one link stores the recorded one', async () => {
  const client = await api.createTenant()
  for (let round = 0; round < 8; round += 1) {
    const { id } = await announce(client)
    const path = await linkOf(client, id, 'upload')
    const bodies = Array.from({ length: 4 }, () => randomBytes(40_000).toString('hex'))
    const answers = await Promise.all(bodies.map((body) => put(path, body)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const { sha256 } = (await client.get<Resource>(`/v1/attachments/${id}`)).body
    const { text } = await download(client, id)
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
    expect(bodies[answers.findIndex(({ status }) => status === 200)]).toBe(text)
    expect((await filesOf(client)).filter((key) => key.includes(id))).toHaveLength(1)
  }
})

describe('tidying', () => {
  test('removes files left by a dead process, and none in progress', async () => {
    const client = await api.createTenant()
    const kept = await uploaded(client)
    const { id } = await announce(client)
    const { files } = api.services.platform
    const abandoned = newFileKey({ tenantId: client.tenantId, id })
    await files.put(abandoned, Buffer.from('half'), 'text/plain')
    expect(await tidyFiles(acting(client, 59))).toMatchObject({ abandoned: 0 })
    expect(await filesOf(client)).toContain(abandoned)
    expect(await tidyFiles(acting(client, 61))).toMatchObject({ abandoned: 1, missing: [] })
    expect(await filesOf(client)).toEqual([expect.stringContaining(kept)])
  })

  test('reports more than 100 unrecorded files, and unknown folders, without removing them', async () => {
    const client = await api.createTenant()
    await uploaded(client)
    const { files } = api.services.platform
    for (let index = 0; index < 101; index += 1)
      await files.put(newFileKey({ ...client, id: `fil_${index}` }), Buffer.from('x'), 'text/plain')
    await files.put('elsewhere/file', Buffer.from('x'), 'text/plain')
    const report = await tidyFiles(acting(client, 61))
    expect(report).toMatchObject({ abandoned: 0, unclaimed: 101 })
    const strange = await tidyAllFiles(acting(client, 61).platform, { onTidied: () => undefined })
    expect(strange).toEqual(['elsewhere'])
    expect(await filesOf(client)).toHaveLength(102)
  })

  test('reports a record without its bytes, and its download says so and is counted', async () => {
    const client = await api.createTenant()
    const id = await uploaded(client)
    for (const key of await filesOf(client)) await api.services.platform.files.remove(key)
    expect(refusal(await download(client, id))).toEqual([410, 'file_missing'])
    expect(await tidyFiles(acting(client))).toMatchObject({ missing: [id] })
    const counted = await api.services.metrics.registry
      .getSingleMetric('therapy_http_refusals_total')!
      .get()
    expect(counted.values).toContainEqual({ labels: { code: 'file_missing' }, value: 1 })
    expect(api.errors).toEqual([])
  })
})

describe('a link to a file', () => {
  test.each(['upload', 'download'] as const)('ends with its key, to %s', async (kind) => {
    const owner = await api.createTenant()
    const client = await api.createClient(owner.tenantId)
    const id = kind === 'upload' ? (await announce(client)).id : await uploaded(client)
    const path = await linkOf(client, id, kind)
    const revoked = await owner.send({ method: 'DELETE', path: `/v1/api-keys/${client.clientId}` })
    expect(revoked.status).toBe(200)
    const answer = kind === 'upload' ? await put(path, 'late') : await api.anonymous().get(path)
    expect(refusal(answer)).toEqual([410, 'link_revoked'])
    const trail = await api.query(
      `SELECT tenant_id, actor_id, outcome FROM audit_entries WHERE action = $1 AND code = 'link_revoked' AND actor_id = $2`,
      [`${kind}File`, client.clientId],
    )
    expect(trail).toEqual([
      { tenant_id: owner.tenantId, actor_id: client.clientId, outcome: 'REFUSED' },
    ])
  })

  test('ends with its key during an upload', async () => {
    await using listening = await api.listen()
    const owner = await api.createTenant()
    const client = await api.createClient(owner.tenantId)
    const { id } = await announce(client)
    const upload = await beginUpload(listening.url, client, id)
    expect(
      (await owner.send({ method: 'DELETE', path: `/v1/api-keys/${client.clientId}` })).status,
    ).toBe(200)
    expect(await upload.end()).toBe(410)
    expect(await filesOf(client)).toEqual([])
  })

  test('follows the current permissions of the key', async () => {
    const owner = await api.createTenant()
    const client = await api.createClient(owner.tenantId)
    const path = await linkOf(client, await uploaded(client), 'download')
    const narrowed = await owner.patch(`/v1/api-keys/${client.clientId}`, { scopes: ['providers'] })
    expect(narrowed.status).toBe(200)
    expect(refusal(await api.anonymous().get(path))).toEqual([403, 'insufficient_scope'])
  })

  const NARROWED = [
    ['methods', { methods: ['GET'] }, 410],
    ['addresses', { ipRanges: ['198.51.100.0/24'] }, 410],
    ['name', { name: 'Front desk' }, 200],
  ] as const

  test.each(NARROWED)('ends with the %s of its key', async (_, patch, status) => {
    const owner = await api.createTenant()
    const client = await api.createClient(owner.tenantId)
    const up = await linkOf(client, (await announce(client)).id, 'upload')
    const down = await linkOf(client, await uploaded(client), 'download')
    const narrowed = await owner.patch(`/v1/api-keys/${client.clientId}`, patch)
    expect(narrowed.status, narrowed.text).toBe(200)
    expect((await put(up, 'late')).status).toBe(status)
    expect((await api.anonymous().get(down)).status).toBe(status)
  })
})

describe('a link of a person', () => {
  test('ends with the session that requested it', async () => {
    const centre = await api.createTenant()
    const owner = await joinAs(api, centre, { roles: ['OWNER'] })
    const id = await uploaded(centre)
    const { body } = await owner.post<{ path: string }>(`/v1/attachments/${id}/download-link`)
    expect((await api.anonymous().get(body.path)).status).toBe(200)
    const { sessionId } = await owner.readMe()
    expect((await owner.post(`/v1/user-sessions/${sessionId}/revoke`)).status).toBe(200)
    expect(refusal(await api.anonymous().get(body.path))).toEqual([410, 'link_revoked'])
  })

  test('ends with the program that acts for the person', async () => {
    const centre = await api.createTenant()
    const { user } = await joinAs(api, centre, { roles: ['OWNER'] })
    const program = await delegateTo(api, centre, { userId: user.id, scopes: ['sessions'] })
    const id = await uploaded(centre)
    const { body } = await program.post<{ path: string }>(`/v1/attachments/${id}/download-link`)
    expect((await api.anonymous().get(body.path)).status).toBe(200)
    const sessions = await centre.get<Page>(`/v1/user-sessions?userId=${user.id}`)
    for (const session of sessions.body.data)
      await api.query(`UPDATE user_sessions SET revoked_at = now() WHERE id = $1`, [session.id])
    expect(refusal(await api.anonymous().get(body.path))).toEqual([410, 'link_revoked'])
  })
})

test('a client that disconnects during its body causes no server error', async () => {
  await using listening = await api.listen()
  const client = await api.createTenant()
  const { id } = await announce(client)
  const upload = await linkOf(client, id, 'upload')
  const { port } = new URL(listening.url)
  const begin = api.logs.length
  for (const [method, path] of [
    ['PUT', upload],
    ['POST', '/oauth/token'],
    ['POST', '/v1/children'],
  ] as const) {
    const before = listening.taken()
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await client.token()}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(1000)}`,
    )
    while (listening.taken() === before) await sleep(10)
    socket.destroy()
  }
  const answered = () =>
    api.logs.slice(begin).filter(({ msg, status }) => msg === 'request' && status !== 200)
  while (answered().length < 3) await sleep(10)
  expect(answered().map(({ status, level }) => [status, level])).toEqual(
    [400, 400, 400].map((status) => [status, 'info']),
  )
  expect(api.errors).toEqual([])
  expect(await filesOf(client)).toEqual([])
})
