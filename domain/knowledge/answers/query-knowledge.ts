import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { assertReferences } from '#platform/core/references.ts'
import { transact, type Reader } from '#platform/core/transaction.ts'
import type { Language } from '../assistants/rules.ts'
import { loadAssistant, loadAssistantVersion } from '../assistants/queries.ts'
import { settingsOf } from '../assistants/schemas.ts'
import { DICTIONARIES } from '../text/dictionaries.ts'
import { askedWords } from './asked-words.ts'
import { rankPassages, type RankedPassage } from './rank-passages.ts'
import { chosen, scoreOf, type Weights } from './rules.ts'
import type { Citation, KnowledgeAnswer, QueryKnowledge } from './schemas.ts'
import { sentencesOf } from './sentences-of.ts'

/** Passages that are looked at for sentences. */
const PASSAGES = 20

/**
 * Answers a question by quoting the sentences of an assistant's documents that speak of it. What they say
 * is quoted and never followed. Where none speaks of enough of the question, that is the answer.
 */
export const queryKnowledge = (
  ctx: Context,
  { assistantId, question }: QueryKnowledge,
): Promise<KnowledgeAnswer> =>
  transact(ctx, 'knowledge:read', async (tx) => {
    await assertReferences(tx, 'assistant', { assistantId })
    const { publishedVersion } = await loadAssistant(tx, assistantId)
    const version = await loadAssistantVersion(tx, { id: assistantId, number: publishedVersion })
    const { languages, answerStyle, roles } = settingsOf(version)
    await assertMayAsk(tx, roles)
    const asked = await askedWords(tx, { assistantId, question, languages })
    const terms = [...new Set([...asked.values()].flatMap((weights) => [...weights.keys()]))]
    const passages = await rankPassages(tx, { assistantId, terms, limit: PASSAGES })
    const { quotes, nearest } = chosen(await scored(tx, passages, asked), answerStyle)
    tx.did({ type: 'assistant', id: assistantId }, { quotes: quotes.length })
    return {
      assistantId,
      assistantVersion: publishedVersion,
      answer: quotes.length > 0 ? quotes.map(({ quote }) => quote).join(' ') : null,
      citations: quotes,
      confidence: (quotes[0] ?? nearest[0])?.score ?? 0,
      notFound: quotes.length === 0,
      nearest,
    }
  })

/** Who is a person has one of the roles that an assistant is for. */
const assertMayAsk = async (reader: Reader, roles: readonly string[]): Promise<void> => {
  const { tenantId, actor } = reader
  if (roles.length === 0 || actor.kind !== 'USER') return
  const [user] = await reader.sql<{ roles: string[] }>(ROLES, [tenantId, actor.id])
  if (user?.roles.some((role) => roles.includes(role))) return
  throw new DomainError(
    'insufficient_role',
    `This assistant is for people with one of the roles ${roles.join(', ')}.`,
    { extra: { roles } },
  )
}

const ROLES = `SELECT roles FROM users WHERE tenant_id = $1 AND id = $2`

/** Each sentence of the passages, with how much of the question it speaks of. */
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

/** The words of each text, as the dictionary of its language has them. */
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
