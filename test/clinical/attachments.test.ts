import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { create, newChild, refusal, type Page, type Resource } from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const MEBIBYTE = 1024 * 1024

interface Link {
  path: string
  expiresAt: string
}

const announce = async (client: ApiClient, more = {}) =>
  create(client, '/v1/attachments', {
    childId: (await newChild(client)).id,
    name: 'Überweisung.png',
    contentType: 'image/png',
    ...more,
  })

const linkOf = async (client: ApiClient, id: string, kind: 'upload' | 'download') =>
  (await client.post<Link>(`/v1/attachments/${id}/${kind}-link`)).body.path

/** Uploads bytes to a link, without a token. */
const put = (path: string, body: Uint8Array<ArrayBuffer> | string) =>
  api.anonymous().send<Resource>({
    method: 'PUT',
    path,
    body,
    headers: { 'content-type': 'application/octet-stream' },
  })

describe('a file', () => {
  test('is announced, uploaded and downloaded through links that need no token', async () => {
    const client = await api.createTenant()
    const { id, childId } = await announce(client)
    const sent = await put(await linkOf(client, id, 'upload'), PNG)
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({ id, status: 'READY', sizeBytes: PNG.length })
    const listed = await client.get<Page>(`/v1/attachments?childId=${childId as string}`)
    expect(listed.body.data).toEqual([sent.body])

    const path = await linkOf(client, id, 'download')
    const fetched = await api.anonymous().get(path)
    expect(fetched.status).toBe(200)
    expect(fetched.headers.get('content-type')).toBe('image/png')
    expect(fetched.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%C3%9Cberweisung.png",
    )
    expect(fetched.headers.get('x-content-type-options')).toBe('nosniff')
    expect(fetched.headers.get('cache-control')).toBe('no-store')
    const rows = await api.query(
      `SELECT action, actor_id, outcome FROM audit_entries
       WHERE subject_id = $1 AND action IN ('uploadFile', 'downloadFile') ORDER BY occurred_at`,
      [id],
    )
    expect(rows).toEqual([
      { action: 'uploadFile', actor_id: client.clientId, outcome: 'ALLOWED' },
      { action: 'downloadFile', actor_id: client.clientId, outcome: 'ALLOWED' },
    ])
    const events = await api.query(`SELECT payload FROM outbox WHERE type = 'attachment.added'`)
    expect(events).toEqual([{ payload: { attachmentId: id, childId } }])
  })

  test('is refused if its content does not match its type, and can be uploaded again', async () => {
    const client = await api.createTenant()
    const { id } = await announce(client)
    const path = await linkOf(client, id, 'upload')
    for (const [bytes, code] of [
      ['%PDF-1.7 not a picture', 'content_mismatch'],
      ['<script>alert(1)</script>', 'content_mismatch'],
      [Uint8Array.from([0, 1, 2, 255]), 'content_mismatch'],
      ['', 'empty_file'],
    ] as const)
      expect(refusal(await put(path, bytes))).toEqual([422, 'file_refused', `file: ${code}`])
    expect((await put(path, PNG)).status).toBe(200)
  })

  test('is refused if it contains malware', async () => {
    const client = await api.createTenant()
    const { id } = await announce(client, { contentType: 'text/plain', name: 'a.txt' })
    const path = await linkOf(client, id, 'upload')
    const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
      '-',
    )
    expect(refusal(await put(path, eicar))).toEqual([422, 'file_refused', 'file: malware'])
    expect((await client.get(`/v1/attachments/${id}`)).body).toMatchObject({ status: 'PENDING' })
  })

  test('is refused if it is larger than 25 MiB', async () => {
    const client = await api.createTenant()
    const { id } = await announce(client)
    const path = await linkOf(client, id, 'upload')
    const large = new Uint8Array(25 * MEBIBYTE + 1)
    expect(refusal(await put(path, large))).toEqual([413, 'payload_too_large'])
  })

  test('cannot use the session of another child, or a type that a browser would execute', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const body = { childId, name: 'a.html', contentType: 'text/html' }
    expect(refusal(await client.post('/v1/attachments', body))).toEqual([
      400,
      'validation_failed',
      'contentType: invalid_value',
    ])
  })

  test('can be removed, and its record remains', async () => {
    const client = await api.createTenant()
    const { id } = await announce(client)
    await put(await linkOf(client, id, 'upload'), PNG)
    const path = await linkOf(client, id, 'download')
    const removed = await client.post(`/v1/attachments/${id}/remove`)
    expect(removed.body).toMatchObject({ status: 'REMOVED', sizeBytes: PNG.length })
    expect(refusal(await api.anonymous().get(path))).toEqual([409, 'invalid_transition'])
    expect(refusal(await client.post(`/v1/attachments/${id}/remove`))).toEqual([
      409,
      'invalid_transition',
    ])
  })
})

describe('a link', () => {
  test('expires', async () => {
    const client = await api.createTenant()
    const { id } = await announce(client)
    const path = await linkOf(client, id, 'upload')
    const before = api.clock.now()
    try {
      api.clock.advance(15 * 60_000 + 1)
      expect(refusal(await put(path, PNG))).toEqual([410, 'link_expired'])
    } finally {
      api.clock.set(before)
    }
    expect((await put(path, PNG)).status).toBe(200)
  })

  test('for an upload works once', async () => {
    const client = await api.createTenant()
    const { id } = await announce(client)
    const path = await linkOf(client, id, 'upload')
    await put(path, PNG)
    expect(refusal(await put(path, PNG))).toEqual([409, 'invalid_transition'])
    expect(refusal(await client.post(`/v1/attachments/${id}/upload-link`))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('is unknown if it was changed, invented, or made for the other direction', async () => {
    const client = await api.createTenant()
    const { id } = await announce(client)
    const upload = await linkOf(client, id, 'upload')
    const [payload, mac] = upload.slice('/v1/uploads/'.length).split('.') as [string, string]
    const forged = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const other = Buffer.from(JSON.stringify({ ...forged, tenantId: 'ten_x' })).toString(
      'base64url',
    )
    for (const token of [`${other}.${mac}`, payload, 'x', `${payload}.${mac.slice(1)}A`])
      expect(refusal(await put(`/v1/uploads/${token}`, PNG))).toEqual([404, 'not_found'])
    expect(refusal(await api.anonymous().get(`/v1/files/${payload}.${mac}`))).toEqual([
      404,
      'not_found',
    ])
    expect(refusal(await client.post(`/v1/attachments/${id}/download-link`))).toEqual([
      409,
      'invalid_transition',
    ])
  })
})
