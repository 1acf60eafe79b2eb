import { afterAll, beforeAll, expect, test } from 'vitest'
import { readKnowledgeDocument } from '#knowledge/documents/read-knowledge-document.ts'
import { tidyFiles } from '#platform/files/tidy-files.ts'
import { runParser } from '../../../providers/parsing/index.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { openAssistant, PATH, type OpenAssistant } from '../support.ts'

let api: TestApi
let centre: ApiClient
let assistant: OpenAssistant

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  assistant = await openAssistant(api, centre)
})

afterAll(() => api[Symbol.asyncDispose]())

const storedFiles = async () => {
  const keys: string[] = []
  for await (const { key } of api.services.platform.files.list(centre.tenantId)) keys.push(key)
  return keys
}

const textsOf = (id: string) =>
  api.query<{ kind: string; count: number }>(
    `SELECT 'passages' AS kind, count(*)::int AS count FROM knowledge_passages WHERE document_id = $1
     UNION ALL SELECT 'terms', count(*)::int FROM knowledge_terms WHERE document_id = $1 ORDER BY 1`,
    [id],
  )

const NONE = [
  { kind: 'passages', count: 0 },
  { kind: 'terms', count: 0 },
]

test('an upload is stored, read and indexed, and each step is visible', async () => {
  const { status, body } = await assistant.send([
    { name: 'fees.md', contents: '# Fees\n\n25 EUR.' },
  ])
  expect(status).toBe(202)
  const [{ id } = { id: '' }] = body.data
  expect(body.data).toMatchObject([{ name: 'fees.md', format: 'MARKDOWN', status: 'RECEIVED' }])
  const messages = await api.query<{ type: string }>(
    `SELECT type FROM outbox WHERE subject_id = $1`,
    [id],
  )
  expect(messages).toEqual([{ type: 'knowledgeIngestion' }])
  await readKnowledgeDocument(assistant.ctx, { id, turn: 'long' }, runParser)
  expect(await assistant.documentOf(id)).toMatchObject({ status: 'INDEXING', passages: 0 })
  await assistant.ingest(id)
  expect(await assistant.documentOf(id)).toMatchObject({
    status: 'READY',
    passages: 1,
    language: 'en',
  })
})

test('repeating a step changes nothing', async () => {
  const [document] = await assistant.upload({ name: 'twice.txt', contents: 'Bring a towel.' })
  const before = await textsOf(document!.id)
  await assistant.ingest(document!.id)
  expect(await textsOf(document!.id)).toEqual(before)
  expect(await assistant.documentOf(document!.id)).toEqual(document)
})

test('the same file is one document, even in two simultaneous uploads', async () => {
  const files = [{ name: 'same.txt', contents: 'The same words.' }]
  const before = await storedFiles()
  const answers = await Promise.all([assistant.send(files), assistant.send(files)])
  const ids = answers.flatMap(({ body }) => body.data.map(({ id }) => id))
  expect(new Set(ids).size).toBe(1)
  expect((await storedFiles()).length - before.length).toBe(1)
})

test('a request repeated with its key gets the same response and stores nothing', async () => {
  const send = (contents: string) =>
    centre.send<{ data: { id: string }[]; code?: string }>({
      method: 'POST',
      path: PATH,
      headers: { 'idempotency-key': 'upload-1' },
      form: assistant.formOf([{ name: 'keyed.txt', contents }]),
    })
  const first = await send('Once only.')
  const files = await storedFiles()
  const again = await send('Once only.')
  expect([again.status, again.text]).toEqual([202, first.text])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const other = await send('Something else.')
  expect([other.status, await storedFiles()]).toEqual([422, files])
})

test('the old edition of a document answers questions until the new one is indexed', async () => {
  const [old] = await assistant.upload({ name: 'pool.txt', contents: 'The pool opens at nine.' })
  const sent = await assistant.send([{ name: 'pool.txt', contents: 'The pool opens at ten.' }], {
    replacesId: old!.id,
  })
  const [fresh] = sent.body.data
  expect(fresh).toMatchObject({ edition: 2, replacesId: old!.id })
  expect((await assistant.ask('When does the pool open?')).answer).toBe('The pool opens at nine.')
  await assistant.ingest(fresh!.id)
  const answer = await assistant.ask('When does the pool open?')
  expect([answer.answer, answer.citations[0]!.edition]).toEqual(['The pool opens at ten.', 2])
  expect(await assistant.documentOf(old!.id)).toMatchObject({ status: 'REMOVED' })
  expect(await textsOf(old!.id)).toEqual(NONE)
})

test('removing a document removes its file, passages, words and answers', async () => {
  const [{ id } = { id: '' }] = await assistant.upload({
    name: 'secret.txt',
    contents: 'The password of the sauna is marigold.',
  })
  expect((await assistant.ask('What is the password of the sauna?')).notFound).toBe(false)
  const { status } = await centre.post(`${PATH}/documents/${id}/remove`)
  expect(status).toBe(200)
  expect(await textsOf(id)).toEqual(NONE)
  expect((await storedFiles()).filter((key) => key.includes(id))).toEqual([])
  const answer = await assistant.ask('What is the password of the sauna?')
  expect(JSON.stringify(answer)).not.toContain('marigold')
  const again = await centre.post<{ code: string }>(`${PATH}/documents/${id}/remove`)
  expect(again.body.code).toBe('invalid_transition')
})

test('a document removed while it is read does not return', async () => {
  const { body } = await assistant.send([{ name: 'late.txt', contents: 'Never seen again.' }])
  const { id } = body.data[0]!
  await readKnowledgeDocument(
    assistant.ctx,
    { id, turn: 'long' },
    async (parser, input, signal) => {
      await centre.post(`${PATH}/documents/${id}/remove`)
      return runParser(parser, input, signal)
    },
  )
  await assistant.ingest(id)
  expect([(await assistant.documentOf(id)).status, await textsOf(id)]).toEqual(['REMOVED', NONE])
})

test('struck-out text is not quoted, and the document shows a warning', async () => {
  const contents =
    '<p>Parking costs <del>3 EUR</del> <ins>5 EUR</ins>.</p><p><s>Dogs may come along into the waiting room.</s></p>'
  const [document] = await assistant.upload({ name: 'parking.html', contents })
  expect(document!.warnings).toEqual([{ code: 'struck_text_left_out', page: null }])
  expect((await assistant.ask('What does parking cost?')).answer).toBe('Parking costs 5 EUR.')
  expect(await assistant.ask('May dogs come along into the waiting room?')).toMatchObject({
    notFound: true,
  })
})

test('a row of a long table is quoted with its header, at its place in the text', async () => {
  const rows = Array.from({ length: 80 }, (_, n) => `| Course ${n}B | 30 min | ${100 + n} EUR |`)
  const contents = `| Course | Length | Insured price |\n|---|---|---|\n${rows.join('\n')}\n`
  const [document] = await assistant.upload({ name: 'courses.md', contents })
  const { answer, citations } = await assistant.ask('What is the insured price of course 73B?')
  expect(answer).toBe('Course: Course 73B · Length: 30 min · Insured price: 173 EUR')
  const [{ text, starts_with: startsWith } = { text: '', starts_with: 0 }] = await api.query<{
    text: string
    starts_with: number
  }>(
    `SELECT text, starts_with FROM knowledge_passages WHERE document_id = $1 AND starts_with <= $2 ORDER BY number DESC LIMIT 1`,
    [document!.id, citations[0]!.start],
  )
  expect(text.slice(citations[0]!.start - startsWith, citations[0]!.end - startsWith)).toBe(answer)
})

test('a document gets the text of a new reader when it is reindexed', async () => {
  const contents = '<p>The sauna costs <s>9 EUR</s> 12 EUR.</p>'
  const [{ id } = { id: '' }] = await assistant.upload({ name: 'sauna.html', contents })
  await api.query(
    `UPDATE knowledge_passages SET text = 'The sauna costs 9 EUR 12 EUR.' WHERE document_id = $1`,
    [id],
  )
  expect((await assistant.ask('What does the sauna cost?')).answer).toContain('9 EUR')
  await centre.post(`${PATH}/documents/${id}/reindex`, {})
  await assistant.ingest(id)
  expect((await assistant.ask('What does the sauna cost?')).answer).toBe('The sauna costs 12 EUR.')
})

test('a file that crashes its readers is given up', async () => {
  const { body } = await assistant.send([{ name: 'killer.txt', contents: 'Kills.' }])
  const { id } = body.data[0]!
  const dies = () => Promise.reject(new Error('The worker is gone'))
  for (let read = 0; read < 5; read += 1)
    await expect(readKnowledgeDocument(assistant.ctx, { id, turn: 'long' }, dies)).rejects.toThrow(
      'gone',
    )
  await assistant.ingest(id)
  expect(await assistant.documentOf(id)).toMatchObject({
    status: 'FAILED',
    failure: { code: 'unreadable' },
  })
})

test.each([
  ['a picture', 'photo.pdf', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a program', 'setup.txt', Buffer.from('4d5a90000300000004000000', 'hex')],
  ['nothing', 'empty.txt', Buffer.alloc(0)],
])('%s is refused, and none of the files is stored', async (_, name, contents) => {
  const before = await storedFiles()
  const { status, body } = await assistant.send([
    { name: 'good.txt', contents: `Good words. ${name}` },
    { name, contents },
  ])
  expect([status, body.code]).toEqual([422, 'file_refused'])
  expect(await storedFiles()).toEqual(before)
})

test.each<[string, { fields: Record<string, string>; files: number }, string]>([
  ['no file', { fields: {}, files: 0 }, 'validation_failed'],
  ['a field that nobody knows', { fields: { color: 'red' }, files: 1 }, 'validation_failed'],
  ['too many files', { fields: {}, files: 21 }, 'payload_too_large'],
])('a form with %s is refused', async (_, { fields, files }, code) => {
  const before = await storedFiles()
  const sent = Array.from({ length: files }, (_, index) => ({
    name: `${index}.txt`,
    contents: `File ${index}`,
  }))
  expect((await assistant.send(sent, fields)).body.code).toBe(code)
  expect(await storedFiles()).toEqual(before)
})

test('an assistant of another centre accepts and stores nothing', async () => {
  const other = await api.createTenant()
  const form = assistant.formOf([{ name: 'theirs.txt', contents: 'Theirs.' }])
  const { body } = await other.send<{ code: string }>({ method: 'POST', path: PATH, form })
  expect(body.code).toBe('invalid_reference')
  const kept: string[] = []
  for await (const { key } of api.services.platform.files.list(other.tenantId)) kept.push(key)
  expect(kept).toEqual([])
})

test('a caller without write permission is refused before a byte is stored, and JSON is not a form', async () => {
  const reader = await api.createClient(centre.tenantId, { scopes: ['ai.read'] })
  const before = await storedFiles()
  const form = assistant.formOf([{ name: 'new.txt', contents: 'New.' }])
  const refused = await reader.send<{ code: string }>({ method: 'POST', path: PATH, form })
  expect([refused.body.code, await storedFiles()]).toEqual(['insufficient_scope', before])
  const json = await centre.post<{ code: string }>(PATH, { assistantId: assistant.assistantId })
  expect(json.body.code).toBe('unsupported_media_type')
})

test('cleaning up abandoned files keeps the files of documents', async () => {
  const [document] = await assistant.upload({ name: 'kept.txt', contents: 'Kept for good.' })
  api.clock.advance(3 * 3_600_000)
  const report = await tidyFiles(assistant.ctx)
  expect(report).toMatchObject({ abandoned: 0, missing: [] })
  expect((await storedFiles()).some((key) => key.includes(document!.id))).toBe(true)
})
