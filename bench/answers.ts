/**
 * How often an assistant quotes the part of a document that answers a question in a family's own words, and says
 * nothing when no document answers it. `node bench/answers.ts [--set families] [--embeddings local:DIR] [--all]`
 * prints what is not right, or each question. The sets are in test/fixtures/paraphrased.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { embedQuestion } from '#knowledge/answers/embed-question.ts'
import { findQuotes } from '#knowledge/answers/find-quotes.ts'
import { createAssistant } from '#knowledge/assistants/create-assistant.ts'
import { CreateAssistant } from '#knowledge/assistants/schemas.ts'
import { embedKnowledgeDocument } from '#knowledge/documents/embed-knowledge-document.ts'
import { indexKnowledgeDocument } from '#knowledge/documents/index-knowledge-document.ts'
import { parse } from '#knowledge/documents/parse.ts'
import { languageOf } from '#knowledge/text/language-of.ts'
import { newId } from '#platform/core/records/ids.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { createTextEmbedder } from '../providers/ai/create-text-embedder.ts'
import { readQuestionSet, type AskedQuestion } from '../test/knowledge/question-set.ts'
import { openCentre } from './support/centre.ts'
import { report } from './support/report.ts'

const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: ['policy', 'families'] },
    embeddings: { type: 'string', default: 'none' },
    all: { type: 'boolean', default: false },
  },
})
const LANGUAGES = ['en', 'de', 'es'] as const
const embedder = createTextEmbedder(values.embeddings, process.env['EMBEDDINGS_API_KEY'])
await using centre = await openCentre({ people: 1 })
const ctx = { ...centre.ctx, platform: { ...centre.platform, embedder } }
const owner = new pg.Client(centre.ownerUrl)
await owner.connect()

const measure = async (set: string) => {
  const { files, questions } = await readQuestionSet(set)
  const { id: assistantId } = await createAssistant(
    ctx,
    CreateAssistant.parse({
      name: set,
      scope: 'organization',
      tools: [],
      languages: [...LANGUAGES],
    }),
  )
  for (const { name, format, bytes } of files) {
    const parsed = await parse({ format, bytes })
    if ('code' in parsed) throw new Error(`${name}: ${parsed.detail}`)
    const id = newId('knowledgeDocument')
    const language = languageOf(parsed.passages.map(({ text }) => text).join(' '), LANGUAGES)
    await owner.query(
      `INSERT INTO knowledge_documents (tenant_id, id, assistant_id, name, format, size_bytes, sha256, storage_key, edition,
         status, language, created_by, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, 1, $2, $2, 1, 'INDEXING', $6, 'bench', now(), now())`,
      [ctx.tenantId, id, assistantId, name, format, language],
    )
    await owner.query(
      `INSERT INTO knowledge_passages (tenant_id, document_id, number, page, headings, starts_with, text)
       SELECT $1, $2, row_number() OVER (), p.page, ARRAY(SELECT jsonb_array_elements_text(p.headings)), p."startsWith", p.text
       FROM jsonb_to_recordset($3::jsonb) AS p(page int, headings jsonb, "startsWith" int, text text)`,
      [ctx.tenantId, id, JSON.stringify(parsed.passages)],
    )
    while ((await indexKnowledgeDocument(ctx, { id })) === 'more');
    await embedKnowledgeDocument(ctx, { id })
  }
  const counts = { right: 0, wrong: 0, silent: 0, refused: 0, answered: 0 }
  for (const asked of questions) {
    const question = await embedQuestion(ctx, { assistantId, question: asked.question })
    const { quotes, nearest } = await read(ctx, 'knowledge:read', (reader) =>
      findQuotes(reader, { ...question, languages: [...LANGUAGES], answerStyle: 'BRIEF' }),
    )
    const outcome = outcomeOf(asked, quotes[0])
    counts[outcome] += 1
    const isGood = outcome === 'right' || outcome === 'refused'
    if (values.all || !isGood)
      console.log(
        `${outcome.padEnd(8)} ${asked.question}\n         ${(quotes[0] ?? nearest[0])?.quote.replaceAll('\n', ' / ') ?? '-'} ${(quotes[0] ?? nearest[0])?.score ?? ''}`,
      )
  }
  return counts
}

const outcomeOf = (
  { document, page, says }: AskedQuestion,
  quote: { title: string; page: number | null; quote: string } | undefined,
) => {
  if (document === null) return quote ? 'answered' : 'refused'
  if (!quote) return 'silent'
  const isRight = quote.title === document && quote.page === page && quote.quote.includes(says)
  return isRight ? 'right' : 'wrong'
}

const results: Record<string, object> = {}
for (const set of values.set) results[set] = await measure(set)
await owner.end()
report('answers', [], results)
