import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KnowledgeAnswer } from '#knowledge/answers/schemas.ts'
import type { KnowledgeDocument } from '#knowledge/documents/schemas.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { pdfOf } from '../pdf-of.ts'
import { openAssistant, type OpenAssistant } from '../support.ts'

/** Policies, schedules and consent texts in three languages, with questions about them. */
const FIXTURES = path.join(import.meta.dirname, '../../fixtures/knowledge')
const PAGES = '\n=== page\n'

interface Question {
  question: string
  /** Where the answer is; null: in none of them. */
  document: string | null
  page: number | null
  says: string
}

/** A block per document: its name, then `[page] words of the answer | question`. */
const readQuestions = async (): Promise<Question[]> => {
  const blocks = (await readFile(path.join(FIXTURES, 'questions.txt'), 'utf8')).trim().split('\n\n')
  return blocks.flatMap((block) => {
    const [document = '-', ...lines] = block.split('\n')
    return lines.map((line): Question => {
      if (document === '-') return { question: line, document: null, page: null, says: '' }
      const [place = '', question = ''] = line.split(' | ')
      const isPaged = document.endsWith('.pages')
      const page = isPaged ? Number.parseInt(place, 10) : null
      return { question, document, page, says: isPaged ? place.replace(/^\d+ /, '') : place }
    })
  })
}

let api: TestApi
let assistant: OpenAssistant
let documents: KnowledgeDocument[]
let questions: Question[]
const answers = new Map<string, KnowledgeAnswer>()
/** The text of a document, assembled from its passages. */
const texts = new Map<string, { startsWith: number; text: string }[]>()

const titleOf = (document: string) => document.replace(/\.pages$/, '.pdf')

beforeAll(async () => {
  api = await startApi()
  assistant = await openAssistant(api, await api.createTenant(), { languages: ['en', 'de', 'es'] })
  const names = (await readdir(FIXTURES)).filter((name) => name !== 'questions.txt')
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(FIXTURES, name), 'utf8')
      const contents = name.endsWith('.pages') ? await pdfOf(text.split(PAGES)) : text
      return { name: titleOf(name), contents }
    }),
  )
  documents = await assistant.upload(...files)
  const rows = await api.query<{ id: string; startsWith: number; text: string }>(
    `SELECT document_id AS id, starts_with AS "startsWith", text FROM knowledge_passages ORDER BY 1, 2`,
  )
  for (const { id, ...passage } of rows) texts.set(id, [...(texts.get(id) ?? []), passage])
  questions = await readQuestions()
  for (const { question } of questions) answers.set(question, await assistant.ask(question))
})

afterAll(() => api[Symbol.asyncDispose]())

test('the fixture has ten documents in three languages and enough questions', () => {
  expect(documents.map(({ status }) => status)).toEqual(documents.map(() => 'READY'))
  const languages = Map.groupBy(documents, ({ language }) => language)
  expect(Object.fromEntries([...languages].map(([it, { length }]) => [it, length]))).toEqual({
    en: 4,
    de: 3,
    es: 3,
  })
  expect(questions.filter(({ document }) => document).length).toBeGreaterThanOrEqual(100)
  expect(questions.filter(({ document }) => !document)).toHaveLength(30)
})

test('each quote occurs word for word at its citation', () => {
  const citations = [...answers.values()].flatMap(({ citations, nearest }) => [
    ...citations,
    ...nearest,
  ])
  expect(citations.length).toBeGreaterThan(100)
  for (const { documentId, quote, start, end } of citations) {
    const passage = texts
      .get(documentId)!
      .find(({ startsWith, text }) => startsWith <= start && end <= startsWith + text.length)
    expect(passage?.text.slice(start - passage.startsWith, end - passage.startsWith)).toBe(quote)
  }
})

test('questions without a document are not answered', () => {
  const unanswerable = questions.filter(({ document }) => !document)
  const answered = unanswerable.filter(({ question }) => !answers.get(question)!.notFound)
  expect(answered.map(({ question }) => [question, answers.get(question)!.answer])).toEqual([])
})

test('each answer comes from the expected document and page', () => {
  const wrong = questions.flatMap(({ question, document, page, says }) => {
    const [citation] = answers.get(question)!.citations
    if (!document || !citation) return []
    const isRight =
      citation.title === titleOf(document) &&
      citation.page === page &&
      citation.quote.includes(says)
    return isRight ? [] : [[question, citation.title, citation.page, citation.quote]]
  })
  expect(wrong).toEqual([])
})

test('nearly all answerable questions are answered', () => {
  const asked = questions.filter(({ document }) => document)
  const silent = asked.filter(({ question }) => answers.get(question)!.notFound)
  expect(
    silent.length / asked.length,
    silent.map(({ question }) => question).join('\n'),
  ).toBeLessThan(0.1)
})
