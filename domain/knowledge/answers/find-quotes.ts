import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { AnswerStyle, Language } from '../assistants/rules.ts'
import { DICTIONARIES } from '../text/dictionaries.ts'
import { askedWords } from './asked-words.ts'
import type { QuestionVector } from './find-by-meaning.ts'
import { rankPassages, type RankedPassage } from './rank-passages.ts'
import { chosen, scoreOf, type Weights } from './rules.ts'
import type { Citation } from './schemas.ts'
import { searchedDocuments, type DocumentFilter } from './searched-documents.ts'
import { sentencesOf } from './sentences-of.ts'

/** The number of passages in which sentences are searched. */
const PASSAGES = 20

interface Asked extends DocumentFilter {
  question: string
  near?: QuestionVector | undefined
  languages: readonly Language[]
  answerStyle: AnswerStyle
}

/** What was found for a question in an assistant's documents. */
export interface FoundQuotes {
  /** The candidate passages, best first. */
  passages: RankedPassage[]
  /** All sentences of these passages. */
  candidates: Citation[]
  quotes: Citation[]
  nearest: Citation[]
}

/** Finds the sentences that answer a question; if none does, the nearest ones. */
export const findQuotes = async (
  reader: Reader,
  { question, near, languages, answerStyle, ...filter }: Asked,
): Promise<FoundQuotes> => {
  const documents = await searchedDocuments(reader, filter)
  const asked = await askedWords(reader, documents, { question, languages })
  const passages = await rankPassages(reader, documents, { asked, near, limit: PASSAGES })
  const candidates = await scored(reader, passages, asked.weights)
  return { passages, candidates, ...chosen(candidates, answerStyle) }
}

/** Each sentence of the passages, with its score for the question. */
const scored = async (
  reader: Reader,
  passages: readonly RankedPassage[],
  asked: ReadonlyMap<string, Weights>,
): Promise<Citation[]> => {
  const parts = passages.map((passage) => ({ passage, sentences: sentencesOf(passage.text) }))
  const texts = parts.flatMap(({ passage, sentences }) => [
    { text: `${passage.title} ${passage.headings.join(' ')}`, language: passage.language },
    ...sentences.map(({ text }) => ({ text, language: passage.language })),
  ])
  const words = await wordsOf(reader, texts)
  let place = 0
  return parts.flatMap(({ passage, sentences }) => {
    const above = words[place]!
    const own = words.slice(place + 1, place + 1 + sentences.length)
    place += 1 + sentences.length
    const weights = asked.get(passage.language) ?? new Map<string, number>()
    return sentences.map(({ text, start }, index) => {
      const beside = new Set([...(own[index - 1] ?? []), ...(own[index + 1] ?? [])])
      return {
        ...placeOf(passage),
        quote: text,
        start: passage.startsWith + start,
        end: passage.startsWith + start + text.length,
        score: scoreOf(weights, { own: own[index]!, beside, above }),
      }
    })
  })
}

const placeOf = ({ documentId, edition, title, page, headings }: RankedPassage) => ({
  documentId,
  edition,
  title,
  page,
  headings,
})

/** The words of each text, according to the dictionary of its language. */
const wordsOf = async (
  reader: Reader,
  texts: readonly { text: string; language: string }[],
): Promise<ReadonlySet<string>[]> => {
  const rows = await reader.sql<{ words: string[] }>(WORDS, [
    texts.map(({ text }) => text),
    texts.map(({ language }) => DICTIONARIES[language as Language]),
  ])
  return rows.map(({ words }) => new Set(words))
}

const WORDS = `
  SELECT ARRAY(SELECT w.lexeme FROM unnest(to_tsvector(t.dictionary::regconfig, t.text)) w) AS words
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t(text, dictionary, place) ORDER BY t.place`
