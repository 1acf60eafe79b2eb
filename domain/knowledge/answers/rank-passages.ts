import type { Reader } from '#platform/core/transactions/transaction.ts'
import { weightsOfWords, type AskedWords } from './asked-words.ts'
import { bm25, commonWords, type PassageWords } from './bm25.ts'
import { findByMeaning, keyOfPassage, vectorsOf, type QuestionVector } from './find-by-meaning.ts'
import { findByWords, wordsOfPassages, type PassageKey } from './find-by-words.ts'
import { expandedBy, normalized, type Weights } from './rules.ts'
import type { SearchedDocuments } from './searched-documents.ts'
import { drawnTo, likeness } from './vectors.ts'

/** A passage that matches a question. */
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
  /**
   * The scores by word and by meaning, from 0 to 1 among the compared passages. `byMeaning` is null without an
   * embedding model.
   */
  byWords: number
  byMeaning: number | null
}

interface Asked {
  asked: AskedWords
  near?: QuestionVector | undefined
  limit: number
}

/** The number of passages compared per search method. */
const CANDIDATES = 200
/** The number of best passages whose words and vectors refine the ranking. Anserini uses ten complete documents. */
const BEST = 5
/** The weight of meaning; that of words is the rest. From 0.3 to 0.5 nDCG@10 on Cranfield differs by 0.007. */
const MEANING = 0.4

/**
 * Ranks the best passages for a question. They are found by BM25 and, with an embedding model, by meaning; then
 * they are reranked with the common words and the meaning of the best ones (relevance feedback: RM3, Rocchio).
 */
export const rankPassages = async (
  reader: Reader,
  documents: SearchedDocuments,
  { asked, near, limit }: Asked,
): Promise<RankedPassage[]> => {
  const byWords = await findByWords(reader, documents, asked, CANDIDATES)
  const byMeaning = near
    ? await findByMeaning(reader, documents, { ...near, limit: CANDIDATES })
    : []
  const passages = distinct([...byWords, ...byMeaning])
  const spoken = await wordsOfPassages(reader, passages)
  const vectors = near && (await vectorsOf(reader, documents, near.model, passages))
  const candidates = passages.map((passage, index) => ({
    ...passage,
    ...spoken[index]!,
    vector: vectors?.get(keyOfPassage(passage)),
  }))
  const compare = (words: Weights, vector: readonly number[] | undefined) =>
    compared(candidates, { words, vector, averageLength: documents.averageLength })

  const best = compare(asked.words, near?.vector).slice(0, BEST)
  const common = commonWords(best)
  const weights = await weightsOfWords(
    reader,
    documents,
    common.map(({ word }) => word),
  )
  const added = common.map((it) => ({ ...it, weight: weights.get(it.word) ?? 0 }))
  const drawn =
    near &&
    drawnTo(
      near.vector,
      best.flatMap(({ score, vector }) => (vector ? [{ vector, score }] : [])),
    )
  const ranked = compare(expandedBy(asked, added), drawn)
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

/** A candidate passage, with the data by which it is compared. */
interface Candidate extends PassageKey, PassageWords {
  vector: Int8Array | undefined
}
type Compared = Candidate & Pick<RankedPassage, 'score' | 'byWords' | 'byMeaning'>

interface Sought {
  words: Weights
  vector: readonly number[] | undefined
  averageLength: number
}

/** Combines the scores by word and by meaning, each scaled from 0 to 1 among these passages. Best first. */
const compared = (
  candidates: readonly Candidate[],
  { words, vector, averageLength }: Sought,
): Compared[] => {
  const byWords = normalized(candidates.map((it) => bm25(words, it, averageLength)))
  const byMeaning =
    vector && normalized(candidates.map((it) => (it.vector ? likeness(it.vector, vector) : 0)))
  return candidates
    .map((candidate, index) => {
      const said = byWords[index]!
      const meant = byMeaning?.[index] ?? null
      const score = meant === null ? said : MEANING * meant + (1 - MEANING) * said
      return { ...candidate, score, byWords: said, byMeaning: meant }
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
