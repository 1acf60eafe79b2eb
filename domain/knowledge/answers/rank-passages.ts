import type { Reader } from '#platform/core/transaction.ts'
import type { AskedWords } from './asked-words.ts'
import { findByMeaning, keyOfPassage, vectorsOf, type QuestionVector } from './find-by-meaning.ts'
import { commonWords, findByWords, scoreByWords, type PassageKey } from './find-by-words.ts'
import { expandedBy, normalized, type Weights } from './rules.ts'
import type { SearchedDocuments } from './searched-documents.ts'
import { drawnTo, likeness } from './vectors.ts'

/** A passage that speaks of a question. */
export interface RankedPassage {
  documentId: string
  number: number
  edition: number
  title: string
  language: string
  page: number | null
  headings: string[]
  startsWith: number
  text: string
  score: number
  /** What its words and what its meaning bring, from 0 to 1 among the passages compared; null: without a model. */
  byWords: number
  byMeaning: number | null
}

interface Asked {
  asked: AskedWords
  near?: QuestionVector | undefined
  limit: number
}

/** Passages of each way of finding that are compared. */
const CANDIDATES = 200
/** Of so many of the best the words and the meaning are taken to rank again: Anserini takes ten, of whole documents. */
const BEST = 5
/** What meaning counts beside words. */
const MEANING = 0.6

/**
 * The passages that answer best: found by BM25 over the question's words and, with an embedding model, by meaning; then
 * ranked again by the words and the meaning that the best of them have in common (relevance feedback: RM3, Rocchio).
 */
export const rankPassages = async (
  reader: Reader,
  documents: SearchedDocuments,
  { asked, near, limit }: Asked,
): Promise<RankedPassage[]> => {
  const words = new Map([...asked.weights.values()].flatMap((weights) => [...weights]))
  const byWords = await findByWords(reader, documents, { asked, words, limit: CANDIDATES })
  const byMeaning = near
    ? await findByMeaning(reader, documents, { ...near, limit: CANDIDATES })
    : []
  const candidates = distinct([...byWords, ...byMeaning])
  const vectors = near ? await vectorsOf(reader, documents, near.model, candidates) : new Map()
  const compare = async (words: Weights, vector: readonly number[] | undefined) =>
    compared(
      candidates,
      await scoreByWords(reader, documents, words, candidates),
      vector && ((key: string) => (vectors.has(key) ? likeness(vectors.get(key), vector) : 0)),
    )
  const first = await compare(words, near?.vector)
  const best = first.slice(0, BEST)
  const common = await commonWords(reader, documents, best)
  const drawn =
    near &&
    drawnTo(
      near.vector,
      best.flatMap(({ score, ...key }) => {
        const vector = vectors.get(keyOfPassage(key))
        return vector ? [{ vector, score }] : []
      }),
    )
  const ranked = await compare(expandedBy(words, common), drawn)
  return show(reader, ranked.slice(0, limit))
}

const distinct = (passages: readonly PassageKey[]): PassageKey[] => [
  ...new Map(
    passages.map(({ documentId, number }) => [
      keyOfPassage({ documentId, number }),
      { documentId, number },
    ]),
  ).values(),
]

type Compared = PassageKey & Pick<RankedPassage, 'score' | 'byWords' | 'byMeaning'>

/** Weighs what words and meaning bring, each from 0 to 1 among these passages; the best first. */
const compared = (
  passages: readonly PassageKey[],
  spoken: readonly (PassageKey & { score: number })[],
  likenessOf: ((key: string) => number) | undefined,
): Compared[] => {
  const scores = new Map(spoken.map((passage) => [keyOfPassage(passage), passage.score]))
  const keys = passages.map(keyOfPassage)
  const byWords = normalized(keys.map((key) => scores.get(key) ?? 0))
  const byMeaning = likenessOf && normalized(keys.map(likenessOf))
  return passages
    .map((passage, index) => {
      const words = byWords[index]!
      const meaning = byMeaning?.[index] ?? null
      const score = meaning === null ? words : MEANING * meaning + (1 - MEANING) * words
      return { ...passage, score, byWords: words, byMeaning: meaning }
    })
    .toSorted((a, b) => b.score - a.score)
}

const show = (reader: Reader, passages: readonly Compared[]) =>
  reader.sql<RankedPassage>(SHOWN, [
    reader.tenantId,
    passages.map(({ documentId }) => documentId),
    passages.map(({ number }) => number),
    passages.map(({ score }) => score),
    passages.map(({ byWords }) => byWords),
    passages.map(({ byMeaning }) => byMeaning),
  ])

const SHOWN = `
  SELECT r.document_id AS "documentId", r.number, d.edition, d.name AS title, d.language AS language, p.page, p.headings,
         p.starts_with AS "startsWith", p.text, r.score, r.by_words AS "byWords", r.by_meaning AS "byMeaning"
  FROM unnest($2::text[], $3::int[], $4::float8[], $5::float8[], $6::float8[])
    WITH ORDINALITY AS r(document_id, number, score, by_words, by_meaning, place)
  JOIN knowledge_passages p ON p.tenant_id = $1 AND p.document_id = r.document_id AND p.number = r.number
  JOIN knowledge_documents d ON d.tenant_id = $1 AND d.id = r.document_id
  ORDER BY r.place`
