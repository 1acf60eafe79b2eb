import { afterAll, beforeAll, expect, test } from 'vitest'
import { embedKnowledgeDocument } from '#knowledge/documents/embed-knowledge-document.ts'
import type { KnowledgeAnswer } from '#knowledge/answers/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { openAssistant, PATH, type OpenAssistant } from '../support.ts'

/** Centres with two assistants each, all with the same document except for one word. */
const CENTRES = 5
const QUESTION = 'What is the code word of the house?'

interface Told {
  centre: ApiClient
  assistant: OpenAssistant
  marker: string
  documentId: string
}

let api: TestApi
const told: Told[] = []

beforeAll(async () => {
  api = await startApi({
    embedder: {
      model: 'constant',
      isLocal: true,
      embedDocuments: (texts) => Promise.resolve(texts.map(() => [1, 0.5])),
      embedQuery: () => Promise.resolve([1, 0.5]),
    },
  })
  for (let index = 0; index < CENTRES; index += 1) {
    const centre = await api.createTenant()
    for (const half of ['a', 'b']) {
      // A stored answer keeps its quotes.
      const assistant = await openAssistant(api, centre, { keepAnswersDays: 0 })
      const marker = `zebrafink${index}${half}`
      const contents = `The code word of the house is ${marker}.`
      const [document] = await assistant.upload({ name: 'word.txt', contents })
      await embedKnowledgeDocument(assistant.ctx, { id: document!.id })
      told.push({ centre, assistant, marker, documentId: document!.id })
    }
  }
})

afterAll(() => api[Symbol.asyncDispose]())

test('each assistant answers from its own documents, even if all documents have the same meaning', async () => {
  for (const { assistant, marker } of told) {
    const { answer, citations } = await assistant.ask(QUESTION)
    expect(answer).toContain(marker)
    expect(citations).toHaveLength(1)
  }
})

test('a centre can neither ask the assistant of another nor name its documents', async () => {
  for (const { centre, assistant } of told) {
    for (const other of told.filter((it) => it.centre !== centre)) {
      const foreign = { assistantId: other.assistant.assistantId, question: QUESTION }
      const own = {
        assistantId: assistant.assistantId,
        question: QUESTION,
        documentIds: [other.documentId],
      }
      for (const body of [foreign, own]) {
        const answer = await centre.post<KnowledgeAnswer & { code: string }>(`${PATH}/query`, body)
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid_reference'])
        expect(answer.text).not.toContain(other.marker)
      }
    }
  }
})

test('every passage, word and vector belongs to the centre and assistant of its document', async () => {
  const strangers = await api.query<{ kind: string }>(
    `SELECT 'term' AS kind FROM knowledge_terms t JOIN knowledge_documents d ON d.id = t.document_id
     WHERE (d.tenant_id, d.assistant_id) <> (t.tenant_id, t.assistant_id)
     UNION ALL SELECT 'vector' FROM knowledge_vectors v JOIN knowledge_documents d ON d.id = v.document_id
     WHERE (d.tenant_id, d.assistant_id) <> (v.tenant_id, v.assistant_id)
     UNION ALL SELECT 'passage' FROM knowledge_passages p JOIN knowledge_documents d ON d.id = p.document_id
     WHERE d.tenant_id <> p.tenant_id`,
  )
  expect(strangers).toEqual([])
})

const miscounted = () =>
  api.query(
    `SELECT w.term, w.passages, t.passages AS found FROM knowledge_words w FULL JOIN (
       SELECT tenant_id, assistant_id, term, count(*)::int AS passages FROM knowledge_terms GROUP BY 1, 2, 3) t
       USING (tenant_id, assistant_id, term)
     WHERE w.passages IS DISTINCT FROM t.passages`,
  )

test('the count of each word equals the number of passages with it', async () => {
  const counted = await api.query<{ n: number }>('SELECT count(*)::int AS n FROM knowledge_words')
  expect(counted[0]!.n).toBeGreaterThan(0)
  expect(await miscounted()).toEqual([])
})

test('a document removed during a question is quoted whole or not at all', async () => {
  const { centre, assistant, marker, documentId } = told[0]!
  const questions = Array.from({ length: 8 }, () => assistant.ask(QUESTION))
  const removed = await centre.post(`${PATH}/documents/${documentId}/remove`, {})
  expect(removed.status).toBe(200)
  for (const { answer, notFound } of await Promise.all(questions))
    expect(notFound ? answer : answer?.includes(marker)).toBe(notFound ? null : true)
  expect(await assistant.ask(QUESTION)).toMatchObject({ notFound: true, nearest: [] })
})

test('simultaneous uploads and removals keep the counts right', async () => {
  const { assistant, centre } = told[1]!
  const { body } = await assistant.send(
    Array.from({ length: 6 }, (_, index) => ({
      name: `rule${index}.md`,
      contents: `# Rule ${index}\n\nShoes stay at the door. `.repeat(40 + index),
    })),
  )
  const ids = body.data.map(({ id }) => id)
  await Promise.all(ids.map((id) => assistant.ingest(id)))
  expect(await miscounted()).toEqual([])
  const removed = await Promise.all(
    ids.map((id) => centre.post(`${PATH}/documents/${id}/remove`, {})),
  )
  expect(removed.map(({ status }) => status)).toEqual(ids.map(() => 200))
  expect(await miscounted()).toEqual([])
})

test('a removed document leaves nothing in any table or file', async () => {
  const { marker } = told[0]!
  const tables = await api.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  expect(tables.length).toBeGreaterThan(100)
  for (const { name } of tables) {
    const rows = await api.query(`SELECT FROM ${name} t WHERE t::text LIKE '%' || $1 || '%'`, [
      marker,
    ])
    expect([name, rows.length]).toEqual([name, 0])
  }
  const { files } = api.services.platform
  let scanned = 0
  for await (const { key } of files.list(told[0]!.centre.tenantId)) {
    scanned += 1
    expect(Buffer.from(await files.get(key)).toString('latin1')).not.toContain(marker)
  }
  expect(scanned).toBe(1)
})
