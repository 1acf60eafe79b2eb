import { fromJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { z } from 'zod'
import type { QuestionVector } from '../answers/find-by-meaning.ts'
import { Citation } from '../answers/schemas.ts'
import {
  ASKED_DOCUMENTS,
  searchedDocuments,
  type DocumentFilter,
} from '../answers/searched-documents.ts'
import { likeness, unpacked } from '../answers/vectors.ts'
import { LANGUAGES } from '../assistants/rules.ts'
import { DICTIONARIES } from '../text/dictionaries.ts'
import { withoutAsking } from '../text/without-asking.ts'
import { closenessOf } from './rules.ts'

interface Asked extends DocumentFilter {
  question: string
  near?: QuestionVector | undefined
}

interface Candidate {
  id: string
  question: string
  answer: string
  citations: unknown
  words: string[]
  asked: string[]
  embeddingModel: string | null
  vector: Buffer | null
}

/** A curated answer to a similar question. */
export interface FoundCurated {
  id: string
  answer: string
  citations: Citation[]
  closeness: number
}

/** Finds the curated answer with the most similar question, among those based on searchable documents. */
export const findCuratedAnswer = async (
  reader: Reader,
  { question, near, ...filter }: Asked,
): Promise<FoundCurated | undefined> => {
  const close = (await candidatesFor(reader, filter.assistantId, question))
    .map((row) => ({
      id: row.id,
      answer: row.answer,
      citations: fromJson(z.array(Citation), row.citations),
      closeness: closenessOf(
        { text: question, words: row.asked },
        { text: row.question, words: row.words },
        near && row.vector && near.model === row.embeddingModel
          ? likeness(unpacked(row.vector), near.vector)
          : null,
      ),
    }))
    .filter(({ closeness }) => closeness > 0)
    .toSorted((a, b) => b.closeness - a.closeness)
  if (close.length === 0) return undefined
  const asked = await askedAmong(reader, filter, close)
  const isLimited = filter.documentIds !== undefined || filter.labels !== undefined
  return close.find(
    ({ citations }) =>
      citations.every(({ documentId }) => asked.has(documentId)) &&
      // If the documents are limited, an answer without citations does not qualify.
      (citations.length > 0 || !isLimited),
  )
}

/** Newest first, so that the newer of two equally similar answers is used. */
const candidatesFor = (reader: Reader, assistantId: string, question: string) =>
  reader.sql<Candidate>(CANDIDATES, [
    reader.tenantId,
    assistantId,
    withoutAsking(question),
    [...LANGUAGES],
    LANGUAGES.map((language) => DICTIONARIES[language]),
  ])

/** The searchable documents among the citations of candidates. */
const askedAmong = async (
  reader: Reader,
  filter: DocumentFilter,
  close: readonly FoundCurated[],
): Promise<ReadonlySet<string>> => {
  const cited = close.flatMap(({ citations }) => citations.map(({ documentId }) => documentId))
  if (cited.length === 0) return new Set()
  const { parameters } = await searchedDocuments(reader, filter)
  const rows = await reader.sql<{ id: string }>(ASKED_AMONG, [...parameters, cited])
  return new Set(rows.map(({ id }) => id))
}

const CANDIDATES = `
  WITH asked AS MATERIALIZED (
    SELECT l.language AS language, ARRAY(SELECT w.lexeme FROM unnest(to_tsvector(l.dictionary::regconfig, $3)) w) AS words
    FROM unnest($4::text[], $5::text[]) AS l(language, dictionary))
  SELECT c.id, c.question, c.answer, c.citations, c.words, a.words AS asked, c.embedding_model AS "embeddingModel", c.vector
  FROM asked a
  JOIN curated_answers c ON c.tenant_id = $1 AND c.assistant_id = $2 AND c.language = a.language
    AND c.archived_at IS NULL AND c.words && a.words
  ORDER BY c.id DESC`

const ASKED_AMONG = `SELECT a.id FROM (${ASKED_DOCUMENTS}) a WHERE a.id = ANY ($6::text[])`
