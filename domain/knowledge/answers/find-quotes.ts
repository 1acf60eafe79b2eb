import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { AnswerStyle, Language } from '../assistants/rules.ts'
import { askedWords } from './asked-words.ts'
import { daysWithin } from './days-within.ts'
import { evidenceOf, type Evidence, type StemmedTerm, type TextWords } from './evidence.ts'
import type { QuestionVector } from './find-by-meaning.ts'
import { goesOn } from './goes-on.ts'
import { rankPassages, type RankedPassage } from './rank-passages.ts'
import { readQuestion, type ReadQuestion } from './read-question.ts'
import { chosen } from './rules.ts'
import type { Citation } from './schemas.ts'
import { searchedDocuments, type DocumentFilter } from './searched-documents.ts'
import { sentencesOf, type Sentence } from './sentences-of.ts'
import { stemsOf, type Stems } from './stems-of.ts'
import { plainWords, termsOf, withWider } from './terms-of.ts'

/** Prefers an answer in the language of the question. */
const SAME_LANGUAGE = 0.3
/** Prefers an answer in a passage that is near by meaning. */
const NEAR = 0.1
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
  const read = readQuestion(question)
  const documents = await searchedDocuments(reader, filter)
  const asked = await askedWords(reader, documents, { question, read, languages })
  const passages = await rankPassages(reader, documents, { asked, near, limit: PASSAGES })
  const scored = await withEvidence(reader, passages, read)
  return {
    passages,
    candidates: scored.map(({ citation }) => citation),
    ...chosen(ownFirst(scored, read), answerStyle),
  }
}

interface ScoredSentence {
  citation: Citation
  evidence: Evidence
  language: Language
}

/** A sentence that names so much of the question is about it. */
const ABOUT = 0.6

/** What sentences in the language of the question are about is not answered in another language. */
const ownFirst = (
  sentences: readonly ScoredSentence[],
  { language: asked, isVague }: ReadQuestion,
): ScoredSentence[] => {
  const own = sentences.filter(({ language }) => language === asked)
  return isVague || own.some(({ evidence }) => evidence.named >= ABOUT) ? own : [...sentences]
}

/** Each sentence of the passages, with what it says about the question. */
const withEvidence = async (
  reader: Reader,
  passages: readonly RankedPassage[],
  { language, terms, kinds, isVague }: ReadQuestion,
): Promise<ScoredSentence[]> => {
  const parts = passages.map((passage) => ({ passage, sentences: sentencesOf(passage.text) }))
  const stems = await stemsOf(reader, [
    ...parts.map(({ passage }) => ({
      language: passage.language as Language,
      text: [passage.title, ...passage.headings, passage.text].join(' '),
    })),
    // A word of the question may stand in a document of another language, such as a name.
    ...[...new Set(passages.map((it) => it.language as Language)), language].map((it) => ({
      language: it,
      text: terms.flatMap(({ words }) => words).join(' '),
    })),
  ])
  const named = terms.filter(
    ({ words, concepts }) =>
      concepts.length > 0 || words.some((word) => stems.of(word, language) !== undefined),
  )
  return parts.flatMap(({ passage, sentences }) => {
    const spoken = passage.language as Language
    const stemmed = named.map((term): StemmedTerm => ({
      ...term,
      stem: term.words.length === 1 ? stems.of(term.words[0]!, spoken) : undefined,
    }))
    const wordsOf = (text: string) => textWords(text, spoken, stems)
    const title = wordsOf(passage.title)
    const above = passage.headings.map(wordsOf)
    const own = sentences.map(({ text }) => wordsOf(text))
    return sentences.map((sentence, index) => {
      const before = sentences[index - 1]
      const isNear = (it: Sentence | undefined) =>
        it?.paragraph === sentence.paragraph && !it.isRow && !sentence.isRow
      const continued =
        before && isNear(before) && goesOn(sentence.text) ? own[index - 1] : undefined
      const evidence = evidenceOf(
        {
          text: sentence.text,
          isRow: sentence.isRow,
          own: own[index]!,
          continued,
          beside: own.filter((_, at) => Math.abs(at - index) === 1 && isNear(sentences[at])),
          paragraph: own.filter((_, at) => isNear(sentences[at])),
          above,
          title,
        },
        stemmed,
        { kinds, isVague },
      )
      const from = evidence.isContinued && before ? before.start : sentence.start
      const to = sentence.start + sentence.text.length
      const citation = {
        ...placeOf(passage),
        quote: passage.text.slice(from, to),
        start: passage.startsWith + from,
        end: passage.startsWith + to,
        score: evidence.score,
      }
      return {
        citation,
        language: spoken,
        evidence: {
          ...evidence,
          rank:
            evidence.rank +
            (spoken === language ? SAME_LANGUAGE : 0) +
            (passage.byMeaning ?? 0) * NEAR,
        },
      }
    })
  })
}

/** The words of a text, by which it is compared with a question. */
const textWords = (text: string, language: Language, stems: Stems): TextWords => {
  const terms = [...termsOf(text, language), ...daysWithin(text, language)]
  const others = terms.filter(({ concepts }) => concepts.length === 0)
  return {
    concepts: new Set(terms.flatMap(({ concepts }) => concepts)),
    widerConcepts: new Set(terms.flatMap(({ concepts }) => concepts.flatMap(withWider))),
    terms,
    stems: new Set(plainWords(text).flatMap((word) => stems.of(word, language) ?? [])),
    otherStems: new Set(others.flatMap(({ words }) => stems.of(words[0]!, language) ?? [])),
  }
}

const placeOf = ({ documentId, edition, title, page, headings }: RankedPassage) => ({
  documentId,
  edition,
  title,
  page,
  headings,
})
