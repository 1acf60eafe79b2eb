import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { line } from '#platform/core/records/record.ts'
import { searchWords } from './rules.ts'
import { toChild } from './schemas.ts'

export const NameSearch = z.strictObject({
  name: line(200).meta({
    description: 'First name, last name or both, in any order. Tolerates typing errors.',
    example: 'Lena Wiess',
  }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(10)
    .meta({ description: 'Maximum number of results, at most 50.' }),
})
export type NameSearch = z.infer<typeof NameSearch>

interface Match {
  id: string
  score: number
}

/** If there are fewer matches than this, less similar names are searched too. */
const ENOUGH = 3
/** The required trigram similarity. It is low for short names, in which one letter is a large part. */
const ALIKE = { same: 0.95, first: 0.6, oneWord: 0.4, moreWords: 0.3 }

/** The number of candidates that are ranked by more than their trigrams. */
const CANDIDATES = 50

/** The words of a name, normalized by the database. */
export const loadSearchWords = async (reader: Reader, name: string): Promise<string[]> => {
  const [row] = await reader.sql<{ text: string }>('SELECT therapy.search_text($1) AS text', [name])
  return searchWords(row?.text ?? '')
}

/**
 * Ids by name, ordered by trigram similarity (domain/people/README.md). If enough names contain the exact
 * words, the slower search for similar names is skipped.
 */
export const findByName = async (
  reader: Reader,
  people: 'children' | 'clients',
  words: readonly string[],
  wanted = CANDIDATES,
): Promise<Match[]> => {
  if (words.length === 0) return []
  const find = (searched: readonly string[], threshold: number) =>
    reader.sql<Match>(`SELECT id, score FROM therapy.find_${people}($1, $2, $3)`, [
      searched,
      threshold,
      CANDIDATES,
    ])
  const same = await find(words, ALIKE.same)
  if (same.length >= wanted) return same
  const close = await find(words, ALIKE.first)
  // Some names contain these exact words, so much less similar names are not meant.
  if (same.length > 0 || close.length >= ENOUGH) return close
  const lists = await Promise.all([
    find(words, words.length === 1 ? ALIKE.oneWord : ALIKE.moreWords),
    ...swapped(words).map((it) => find(it, ALIKE.same)),
  ])
  const best = new Map<string, number>()
  for (const { id, score } of [...close, ...lists.flat()])
    best.set(id, Math.max(score, best.get(id) ?? 0))
  return [...best].map(([id, score]) => ({ id, score }))
}

/** The same words with two adjacent letters swapped, which trigrams miss. */
const swapped = (words: readonly string[]): string[][] =>
  words.flatMap((word, index) =>
    Array.from({ length: Math.min(word.length, LONGEST_SWAPPED) - 1 }, (_, at) =>
      words.with(index, word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)),
    ),
  )

const LONGEST_SWAPPED = 8

/** Ranks by the number of letters to change, because trigrams barely notice swapped letters in a short name. */
export const rankByName = <Row extends { id: string; searchName: string }>(
  words: readonly string[],
  matches: readonly Match[],
  rows: readonly Row[],
): { score: number; row: Row }[] => {
  const trigrams = new Map(matches.map(({ id, score }) => [id, score]))
  return rows
    .map((row) => {
      const score = (editLikeness(words, row.searchName) + (trigrams.get(row.id) ?? 0)) / 2
      return { score: Number(score.toFixed(3)), row }
    })
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        a.row.searchName.length - b.row.searchName.length ||
        a.row.id.localeCompare(b.row.id),
    )
}

const editLikeness = (words: readonly string[], searchName: string): number => {
  if (words.length === 0) return 0
  const parts = searchName.split(' ')
  const best = (word: string) =>
    Math.max(...parts.map((part) => 1 - distance(word, part) / Math.max(word.length, part.length)))
  return words.reduce((sum, word) => sum + best(word), 0) / words.length
}

export const searchChildren = (ctx: Context, { name, limit }: NameSearch) =>
  read(ctx, 'children:read', async (reader) => {
    const words = await loadSearchWords(reader, name)
    const matches = await findByName(reader, 'children', words, limit)
    const rows = await reader.db.child.findMany({
      where: { tenantId: reader.tenantId, id: { in: matches.map(({ id }) => id) } },
    })
    const ranked = rankByName(words, matches, rows).slice(0, limit)
    return { data: ranked.map(({ score, row }) => ({ score, child: toChild(row) })) }
  })
