import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { TEMPLATES } from '#messaging/messages/templates/index.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { countSent } from '../../cost/counted-statements.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { mailOf } from './mail-of.ts'
import { aJpeg, aPng, pngChunk } from './pictures.ts'

let api: TestApi
let client: ApiClient
beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const PATH = '/v1/message-settings/logo'
const PNG = aPng({ width: 200, height: 96 })

const put = (file: Buffer, by = client, headers: Record<string, string> = {}) =>
  by.send<{ version: number; logo: object | null; code?: string }>({
    method: 'PUT',
    path: PATH,
    json: { content: file.toString('base64') },
    headers,
  })
const remove = (by = client) => by.send<{ logo: null }>({ method: 'DELETE', path: PATH })

const queued = async ({ tenantId }: ApiClient): Promise<string> => {
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  const { id } = await transact(ctx, 'messages:write', (tx) =>
    queueMessage(tx, {
      template: 'appointment.reminder',
      variables: TEMPLATES['appointment.reminder'].example,
      recipient: { type: 'payer', id: newId('payer'), firstName: 'Mara', email: 'm@x.org' },
      subject: { type: 'appointment', id: newId('appointment') },
      dedupeKey: newId('request'),
    }),
  )
  return id
}
const mailTo = async (centre: ApiClient) => mailOf(api, centre.tenantId, await queued(centre))

test('a logo is part of the e-mail, with the name of the centre for those who see no pictures', async () => {
  const before = await mailTo(client)
  expect(before.html).not.toContain('<img')
  expect(before.attachments).toEqual([])
  await client.patch('/v1/message-settings', { senderName: 'Sun & "Moon" <b>' })
  const { body, status } = await put(PNG)
  expect([status, body.logo]).toMatchObject([
    200,
    { contentType: 'image/png', width: 200, height: 96, sizeBytes: PNG.length },
  ])
  const mail = await mailTo(client)
  const [logo] = mail.attachments!
  expect(logo).toMatchObject({ filename: 'logo.png', contentType: 'image/png', content: PNG })
  expect(mail.html).toContain(
    `<img src="cid:${logo!.cid}" alt="Sun &amp; &quot;Moon&quot; &lt;b&gt;" width="100" height="48"`,
  )
  // A picture from a server would tell it when the family reads the e-mail.
  expect(mail.html).not.toMatch(/(?:src|url\()\W*https?:/)
  expect(mail.text).toBe(before.text.replace(/Test centre.*$/m, 'Sun & "Moon" <b>'))
})

test('a logo is replaced and removed, and shown as it is', async () => {
  await put(PNG)
  const replaced = await put(aJpeg())
  expect(replaced.body.logo).toMatchObject({ contentType: 'image/jpeg', width: 16 })
  const { content } = (await client.get<{ content: string }>(PATH)).body
  expect(content).not.toContain(Buffer.from('<script>').toString('base64').slice(0, 8))
  expect((await mailTo(client)).attachments).toMatchObject([{ filename: 'logo.jpg' }])
  expect((await remove()).body.logo).toBeNull()
  expect((await remove()).status).toBe(200)
  expect(await client.get(PATH)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await mailTo(client)).attachments).toEqual([])
})

test('previews show the logo without loading anything', async () => {
  await put(PNG)
  const src = `src="data:image/png;base64,${PNG.toString('base64')}"`
  const template = 'appointment.reminder'
  const shown = await client.post<{ html: string; attachments: string[] }>('/v1/message-previews', {
    template,
  })
  expect(shown.body.html).toContain(src)
  expect(shown.body.attachments).toEqual([])
  const older = await client.get<{ html: string }>(`/v1/message-previews?template=${template}`)
  expect(older.body.html).toContain(src)
  await remove()
})

test('a file that is no picture is refused and leaves the logo as it was', async () => {
  await put(PNG)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>')
  const hostile = [
    svg,
    Buffer.concat([PNG, Buffer.from('<html>')]),
    Buffer.concat([PNG.subarray(0, 8), Buffer.from('<html>')]),
    aPng({ width: 60_000, height: 60_000, lines: Buffer.alloc(1) }),
  ]
  for (const file of hostile)
    expect(await put(file)).toMatchObject({
      status: 422,
      body: { code: 'file_refused', errors: [{ path: 'content' }] },
    })
  const virus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
    '',
  )
  const infected = aPng({ more: [pngChunk('tEXt', Buffer.from(virus))] })
  expect(await put(infected)).toMatchObject({
    body: { code: 'file_refused', errors: [{ code: 'malware' }] },
  })
  const tooLong = { content: Buffer.alloc(110_000).toString('base64') }
  for (const json of [tooLong, { content: 'no base64!' }, { content: '' }])
    expect(await client.send({ method: 'PUT', path: PATH, json })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ path: 'content' }] },
    })
  expect((await client.get(PATH)).body).toMatchObject({ content: PNG.toString('base64') })
})

test('a logo belongs to its centre, and a change of the settings meanwhile is not lost', async () => {
  const { body } = await put(PNG)
  const other = await api.createTenant()
  expect((await other.get(PATH)).status).toBe(404)
  expect((await mailTo(other)).attachments).toEqual([])
  await client.patch('/v1/message-settings', { footer: 'Hauptstrasse 1' })
  const stale = await put(aJpeg(), client, { 'if-match': `"${body.version}"` })
  expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  const settings = (await client.get('/v1/message-settings')).body
  expect(settings).toMatchObject({ footer: 'Hauptstrasse 1', logo: { contentType: 'image/png' } })
})

test('the audit trail has the facts of the logo, and not its bytes', async () => {
  await put(aPng({ width: 64, height: 64 }))
  const [entry] = (
    await client.get<{ data: { action: string; facts: object }[] }>(
      '/v1/audit-entries?action=putMessageLogo&limit=1',
    )
  ).body.data
  const text = JSON.stringify(entry)
  expect(text).toContain('"width":64')
  expect(text).not.toContain('iVBOR')
})

test('an e-mail of a centre without a logo takes no further statement', async () => {
  const [plain, shown] = [await api.createTenant(), await api.createTenant()]
  await put(PNG, shown)
  const statementsOf = async (centre: ApiClient) => {
    const id = await queued(centre)
    const { statements } = await countSent(() => mailOf(api, centre.tenantId, id))
    return statements
  }
  const without = await statementsOf(plain)
  expect((await statementsOf(shown)) - without).toBe(1)
  await remove(shown)
  expect(await statementsOf(shown)).toBe(without)
})
