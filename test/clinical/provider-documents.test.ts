import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { storeProviderDocument } from '#clinical/attachments/store-provider-document.ts'
import { create, newChild, newProvider, refusal, type Page } from '../resources/centre.ts'
import { joinAs } from '../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const announce = (client: ApiClient, providerId: string) =>
  create(client, '/v1/provider-documents', {
    providerId,
    name: 'License.txt',
    contentType: 'text/plain',
  })

type Caller = Pick<ApiClient, 'post' | 'get'>

const pathOf = async (client: Caller, id: string, kind: 'upload' | 'download') =>
  (await client.post<{ path: string }>(`/v1/provider-documents/${id}/${kind}-link`)).body.path

const put = (path: string, body: string) =>
  api.anonymous().send<{ status: string }>({ method: 'PUT', path, body })

const listed = async (client: Caller) =>
  (await client.get<Page>('/v1/provider-documents')).body.data.map(({ id }) => id)

const outbox = (type: string) =>
  api.query<{ payload: { documentId: string } }>('SELECT payload FROM outbox WHERE type = $1', [
    type,
  ])

describe('a provider document', () => {
  test('is uploaded and downloaded like a file of a child, with its own event', async () => {
    const client = await api.createTenant()
    const { id: providerId } = await newProvider(client)
    const { id } = await announce(client, providerId)
    const wrong = await put(await pathOf(client, id, 'upload'), '\u0000')
    expect(refusal(wrong)).toEqual([422, 'file_refused', 'file: content_mismatch'])
    const path = await pathOf(client, id, 'upload')
    expect((await put(path, 'Nr. 4711')).body).toMatchObject({ providerId, status: 'READY' })
    expect(refusal(await put(path, 'Nr. 4712'))).toEqual([409, 'invalid_transition'])
    const fetched = await api.anonymous().get(await pathOf(client, id, 'download'))
    expect(fetched.text).toBe('Nr. 4711')
    const told = await outbox('provider_document.added')
    expect(told.map(({ payload }) => payload)).toContainEqual({ documentId: id, providerId })
    const trail = await api.query(
      `SELECT action FROM audit_entries WHERE subject_id = $1 AND outcome = 'ALLOWED'
       AND action IN ('uploadFile', 'downloadFile') ORDER BY occurred_at`,
      [id],
    )
    expect(trail).toEqual([{ action: 'uploadFile' }, { action: 'downloadFile' }])

    const removed = await client.post(`/v1/provider-documents/${id}/remove`)
    expect(removed.body).toMatchObject({ status: 'REMOVED' })
  })

  test('is not an attachment of a child, and an attachment of a child is not a provider document', async () => {
    const client = await api.createTenant()
    const { id: providerId } = await newProvider(client)
    const document = await announce(client, providerId)
    const { id: childId } = await newChild(client)
    const file = { name: 'a.txt', contentType: 'text/plain' }
    const attachment = await create(client, '/v1/attachments', { childId, ...file })
    expect(await listed(client)).toEqual([document.id])
    const ofChildren = await client.get<Page>('/v1/attachments')
    expect(ofChildren.body.data.map(({ id }) => id)).toEqual([attachment.id])
    for (const path of [
      `/v1/attachments/${document.id}`,
      `/v1/provider-documents/${attachment.id}`,
    ])
      expect((await client.get(path)).status).toBe(400)
    for (const [id, subjects] of [
      ['pdc_1', { child_id: childId, provider_id: providerId }],
      ['fil_1', { child_id: null, provider_id: null }],
      ['fil_1', { child_id: null, provider_id: providerId }],
      ['pdc_1', { child_id: childId, provider_id: null }],
    ] as const) {
      const insert = api.query(
        `INSERT INTO attachments (tenant_id, id, child_id, provider_id, name, content_type, status, created_by,
           created_at, updated_at) VALUES ($1, $2, $3, $4, 'x', 'text/plain', 'PENDING', 'x', now(), now())`,
        [client.tenantId, id, subjects.child_id, subjects.provider_id],
      )
      await expect(insert).rejects.toThrow(/attachments_(one_subject|subject_in_id)/)
    }
  })
})

describe('access', () => {
  test('keys bound to a provider see only that provider', async () => {
    const client = await api.createTenant()
    const [mine, other] = [await newProvider(client), await newProvider(client)]
    const own = await announce(client, mine.id)
    const others = await announce(client, other.id)
    // A supervisor may treat the children of a supervisee, but cannot see the supervisee's documents.
    await create(client, '/v1/supervisions', { providerId: other.id, supervisorId: mine.id })
    const bound = await api.createClient(client.tenantId, { providerId: mine.id })
    expect(await listed(bound)).toEqual([own.id])
    expect((await bound.get(`/v1/provider-documents/${others.id}`)).status).toBe(404)
    const foreign = { providerId: other.id, name: 'a.txt', contentType: 'text/plain' }
    expect(refusal(await bound.post('/v1/provider-documents', foreign))).toEqual([
      403,
      'insufficient_scope',
    ])
    const path = await pathOf(client, others.id, 'upload')
    expect((await put(path, 'x')).status).toBe(200)
  })

  test('people see them if they onboard providers, and therapists see their own', async () => {
    const client = await api.createTenant()
    const [mine, other] = [await newProvider(client), await newProvider(client)]
    const own = await announce(client, mine.id)
    const others = await announce(client, other.id)
    const manager = await joinAs(api, client, { roles: ['MARKETPLACE_MANAGER'] })
    expect(new Set(await listed(manager))).toEqual(new Set([own.id, others.id]))
    const therapist = await joinAs(api, client, { roles: ['THERAPIST'], providerId: mine.id })
    expect(await listed(therapist)).toEqual([own.id])
    expect(refusal(await therapist.post(`/v1/provider-documents/${own.id}/remove`))).toEqual([
      403,
      'insufficient_role',
    ])
    const reader = await joinAs(api, client, { roles: ['READ_ONLY'] })
    expect(refusal(await reader.get('/v1/provider-documents'))).toEqual([403, 'insufficient_role'])
    expect((await reader.get('/v1/attachments')).status).toBe(200)
  })

  test('people bound to locations see providers who work there', async () => {
    const client = await api.createTenant()
    const place = (name: string) =>
      create(client, '/v1/locations', { name, timeZone: 'Europe/Berlin' })
    const [here, there] = [await place('Mitte'), await place('Nord')]
    const at = async (...locationIds: string[]) => {
      const { id } = await newProvider(client, { locationIds })
      return (await announce(client, id)).id
    }
    const [ours, theirs, everywhere] = [await at(here.id), await at(there.id), await at()]
    const manager = await joinAs(api, client, {
      roles: ['MARKETPLACE_MANAGER'],
      locationIds: [here.id],
    })
    expect(new Set(await listed(manager))).toEqual(new Set([ours, everywhere]))
    expect((await manager.get(`/v1/provider-documents/${theirs}`)).status).toBe(404)
  })
})

describe('a document uploaded in one request', () => {
  const receive = (ctx: OutsideContext, providerId: string, text: string) =>
    storeProviderDocument(
      ctx,
      { providerId, name: 'License.txt', contentType: 'text/plain' },
      {
        chunks: (async function* () {
          yield new TextEncoder().encode(text)
        })(),
      },
    )
  const contextOf = ({ tenantId }: ApiClient) =>
    systemContext(api.services.platform, { tenantId, action: 'test' })

  test('is stored first and recorded in the transaction of the caller', async () => {
    const client = await api.createTenant()
    const { id: providerId } = await newProvider(client)
    const ctx = contextOf(client)
    const { record } = await receive(ctx, providerId, 'Nr. 4711')
    expect(await listed(client)).toEqual([])
    const id = await transact(ctx, 'providers:write', record)
    expect((await client.get(`/v1/provider-documents/${id}`)).body).toMatchObject({
      status: 'READY',
      sizeBytes: 8,
    })
    const fetched = await api.anonymous().get(await pathOf(client, id, 'download'))
    expect(fetched.text).toBe('Nr. 4711')
  })

  const refused = (ctx: OutsideContext, providerId: string) =>
    expect(receive(ctx, providerId, '\u0000')).rejects.toThrow(DomainError)
  const discarded = async (ctx: OutsideContext, providerId: string) =>
    (await receive(ctx, providerId, 'Nr. 4711')).discard()

  test.each([
    ['refused', refused],
    ['discarded', discarded],
  ])('leaves nothing behind if it is %s', async (_, end) => {
    const client = await api.createTenant()
    const { id: providerId } = await newProvider(client)
    await end(contextOf(client), providerId)
    expect(await listed(client)).toEqual([])
    const left: string[] = []
    for await (const { key } of api.services.platform.files.list(client.tenantId)) left.push(key)
    expect(left).toEqual([])
  })
})
