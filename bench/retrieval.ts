/**
 * How well passages are ranked: nDCG@10 of the questions of a test collection, and how long one takes.
 * `node bench/retrieval.ts --data DIR [--copies 47] [--embeddings shipped]`, where DIR has documents.jsonl {id, title, text}, queries.jsonl
 * {id, text} and one file *.tsv (query, document, grade). Documents rank by their best passage. Goal: ≥ 0.40.
 * With copies the times of questions are measured among so many times more passages too.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { askedWords } from '#knowledge/answers/asked-words.ts'
import { rankPassages } from '#knowledge/answers/rank-passages.ts'
import { readQuestion } from '#knowledge/answers/read-question.ts'
import { searchedDocuments } from '#knowledge/answers/searched-documents.ts'
import { createAssistant } from '#knowledge/assistants/create-assistant.ts'
import { CreateAssistant } from '#knowledge/assistants/schemas.ts'
import { embedKnowledgeDocument } from '#knowledge/documents/embed-knowledge-document.ts'
import { indexKnowledgeDocument } from '#knowledge/documents/index-knowledge-document.ts'
import { passagesOf } from '#knowledge/text/passages-of.ts'
import { newId } from '#platform/core/records/ids.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { createTextEmbedder } from '../providers/ai/create-text-embedder.ts'
import { openCentre } from './support/centre.ts'
import { report } from './support/report.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    copies: { type: 'string', default: '0' },
    embeddings: { type: 'string', default: 'none' },
  },
})
const dir = values.data
if (!dir) throw new Error('Say where the collection is: --data DIR')

const embedder = createTextEmbedder(values.embeddings, process.env['EMBEDDINGS_API_KEY'])

const lines = (file: string) => readFileSync(path.join(dir, file), 'utf8').trim().split('\n')
const documents = lines('documents.jsonl').map(
  (line) => JSON.parse(line) as { id: string; title: string; text: string },
)
const queries = lines('queries.jsonl').map(
  (line) => JSON.parse(line) as { id: string; text: string },
)
const grades = new Map<string, Map<string, number>>()
const graded = readdirSync(dir).find((file) => file.endsWith('.tsv'))
for (const line of graded ? lines(graded) : []) {
  const [query = '', document = '', grade] = line.split('\t')
  grades.set(query, (grades.get(query) ?? new Map<string, number>()).set(document, Number(grade)))
}

/** Copies are in documents of 50 passages. */
const NUMBERED = `
  numbered AS (
    SELECT p.*, n AS copy, row_number() OVER (ORDER BY n, p.document_id, p.number) - 1 AS place
    FROM knowledge_passages p CROSS JOIN generate_series(1, $1::int) n),
  placed AS (SELECT *, 'kdc_copy_' || place / 50 AS copied_id, (place % 50 + 1)::int AS copied_number FROM numbered)`
const COPY_PASSAGES = `
  WITH ${NUMBERED},
  documents AS (
    INSERT INTO knowledge_documents (tenant_id, id, assistant_id, name, format, size_bytes, sha256, storage_key, edition,
      status, language, passages, words, ready_at, created_by, created_at, updated_at)
    SELECT p.tenant_id, copied_id, min(d.assistant_id), copied_id, 'TEXT', 1, copied_id, copied_id, 1, 'READY', 'en', count(*),
      sum(d.words / d.passages), now(), 'bench', now(), now()
    FROM placed p JOIN knowledge_documents d ON d.tenant_id = p.tenant_id AND d.id = p.document_id GROUP BY 1, 2),
  passages AS (
    INSERT INTO knowledge_passages (tenant_id, document_id, number, headings, starts_with, text)
    SELECT tenant_id, copied_id, copied_number, headings, starts_with, text FROM placed),
  vectors AS (
    INSERT INTO knowledge_vectors (tenant_id, assistant_id, model, document_id, number, signature, vector)
    SELECT v.tenant_id, v.assistant_id, v.model, copied_id, copied_number, v.signature, v.vector
    FROM placed p JOIN knowledge_vectors v ON v.tenant_id = p.tenant_id AND v.document_id = p.document_id AND v.number = p.number)
  INSERT INTO knowledge_terms (tenant_id, assistant_id, term, document_id, number, occurrences, length)
  SELECT t.tenant_id, t.assistant_id, t.term, copied_id, copied_number, t.occurrences, t.length
  FROM placed p JOIN knowledge_terms t ON t.tenant_id = p.tenant_id AND t.document_id = p.document_id AND t.number = p.number`

await using centre = await openCentre({ people: 1 })
const { ctx, tenantId } = centre
const { id: assistantId } = await createAssistant(
  ctx,
  CreateAssistant.parse({ name: 'Bench', scope: 'organization', tools: [] }),
)
const owner = new pg.Client(centre.ownerUrl)
await owner.connect()
/** The collection's id by ours. */
const names = new Map<string, string>()
let passageCount = 0
const startedAt = performance.now()
for (const { id: name, title, text } of documents) {
  const id = newId('knowledgeDocument')
  names.set(id, name)
  const passages = passagesOf([{ page: null, headings: [title], text: text.trim() }])
  passageCount += passages.length
  await owner.query(
    `INSERT INTO knowledge_documents (tenant_id, id, assistant_id, name, format, size_bytes, sha256, storage_key, edition,
       status, language, created_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'TEXT', $5, $2, $2, 1, 'INDEXING', 'en', 'bench', now(), now())`,
    [tenantId, id, assistantId, name, text.length],
  )
  await owner.query(
    `INSERT INTO knowledge_passages (tenant_id, document_id, number, headings, starts_with, text)
     SELECT $1, $2, row_number() OVER (), ARRAY[$3], p."startsWith", p.text
     FROM jsonb_to_recordset($4::jsonb) AS p("startsWith" int, text text)`,
    [tenantId, id, title, JSON.stringify(passages)],
  )
  await indexKnowledgeDocument(ctx, { id })
  await embedKnowledgeDocument({ ...ctx, platform: { ...centre.platform, embedder } }, { id })
}
const indexedIn = performance.now() - startedAt
await owner.query('ANALYZE')

const gained = (ranked: readonly number[]) =>
  ranked.slice(0, 10).reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0)

const rank = async (question: string) => {
  const vector = await embedder?.embedQuery(question)
  const near = embedder && vector && { model: embedder.model, vector }
  return read(ctx, 'knowledge:read', async (reader) => {
    const documents = await searchedDocuments(reader, { assistantId })
    const asked = await askedWords(reader, documents, {
      question,
      languages: ['en'],
      read: readQuestion(question),
    })
    return rankPassages(reader, documents, { asked, near, limit: 50 })
  })
}

/** Mean nDCG@10 of the questions, and how long one takes. */
const measure = async () => {
  let total = 0
  const times: number[] = []
  for (const { id, text } of queries) {
    const since = performance.now()
    const passages = await rank(text)
    times.push(performance.now() - since)
    const ranked = [
      ...new Set(passages.map(({ documentId }) => names.get(documentId) ?? documentId)),
    ]
    const judged = grades.get(id) ?? new Map<string, number>()
    const ideal = gained([...judged.values()].toSorted((a, b) => b - a))
    if (ideal > 0) total += gained(ranked.map((name) => judged.get(name) ?? 0)) / ideal
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)]! * 10) / 10
  const residentMb = Math.round(process.memoryUsage.rss() / 1024 ** 2)
  const ndcgAt10 = Math.round((total / queries.length) * 1_000) / 1_000
  return { ndcgAt10, p50Ms: at(0.5), p95Ms: at(0.95), residentMb }
}

/** A document of many pages takes less than many documents: two transactions each. */
const measurePages = async (pages: number) => {
  const id = newId('knowledgeDocument')
  await owner.query(
    `INSERT INTO knowledge_documents (tenant_id, id, assistant_id, name, format, size_bytes, sha256, storage_key, edition,
       status, language, created_by, created_at, updated_at)
     VALUES ($1, $2, $3, 'Pages', 'PDF', 1, $2, $2, 1, 'INDEXING', 'en', 'bench', now(), now())`,
    [tenantId, id, assistantId],
  )
  // A page has two passages.
  await owner.query(
    `INSERT INTO knowledge_passages (tenant_id, document_id, number, page, headings, starts_with, text)
     SELECT $1, $2, place, (place + 1) / 2, headings, 0, text FROM (
       SELECT row_number() OVER ()::int AS place, headings, text FROM knowledge_passages WHERE length(text) > 500 LIMIT $3) p`,
    [tenantId, id, pages * 2],
  )
  const since = performance.now()
  await indexKnowledgeDocument(ctx, { id })
  const seconds = (performance.now() - since) / 1_000
  const [{ passages } = { passages: 0 }] = (
    await owner.query<{ passages: number }>(
      'SELECT passages FROM knowledge_documents WHERE id = $1',
      [id],
    )
  ).rows
  await owner.query(`DELETE FROM knowledge_terms WHERE document_id = $1`, [id])
  await owner.query(`DELETE FROM knowledge_passages WHERE document_id = $1`, [id])
  await owner.query(`DELETE FROM knowledge_documents WHERE id = $1`, [id])
  return Math.round(passages / 2 / seconds)
}

const pagesPerSecond = await measurePages(500)
const { ndcgAt10, ...once } = await measure()
const copies = Number(values.copies)
const copied = copies > 0 ? await measureCopies(copies) : {}
await owner.end()
report('retrieval', [], {
  documents: documents.length,
  passages: passageCount,
  questions: queries.length,
  ndcgAt10,
  ...once,
  ...copied,
  pagesPerSecond,
  indexedPerSecond: Math.round((passageCount / indexedIn) * 1_000),
})

/** The same questions among so many copies of the collection. Ranks mean nothing then, times do. */
async function measureCopies(copies: number) {
  await owner.query(COPY_PASSAGES, [copies])
  await owner.query('VACUUM ANALYZE')
  await measure()
  const { p50Ms, p95Ms, residentMb } = await measure()
  return {
    copiedPassages: passageCount * (copies + 1),
    copiedP50Ms: p50Ms,
    copiedP95Ms: p95Ms,
    copiedResidentMb: residentMb,
  }
}
