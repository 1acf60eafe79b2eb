export const RUN_STATUSES = ['RUNNING', 'DONE'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** Documents that are looked at for a hit. */
const MOST_FOUND = 10

/** The documents of passages, each at its best place. */
export const documentsOf = (passages: readonly { documentId: string }[]): string[] =>
  [...new Set(passages.map(({ documentId }) => documentId))].slice(0, MOST_FOUND)

/** The place of the first expected document, from 1; null: it is not among those found. */
export const rankOf = (expected: readonly string[], found: readonly string[]): number | null => {
  const index = found.findIndex((id) => expected.includes(id))
  return index === -1 ? null : index + 1
}

export interface SettledQuestion {
  expected: readonly string[]
  rank: number | null
  notFound: boolean
}

/** Whether it was said that nothing answers exactly where nothing does. */
export const isNotFoundRight = ({ expected, notFound }: Omit<SettledQuestion, 'rank'>): boolean =>
  notFound === (expected.length === 0)

/** What a run comes to; rates of no question are null. */
export const totalsOf = (questions: readonly SettledQuestion[]) => {
  const answerable = questions.filter(({ expected }) => expected.length > 0)
  const share = (count: number, of: number) => (of === 0 ? null : rounded(count / of))
  const hitRateAt = (place: number) =>
    share(answerable.filter(({ rank }) => rank !== null && rank <= place).length, answerable.length)
  const reciprocal = answerable.reduce((sum, { rank }) => sum + (rank === null ? 0 : 1 / rank), 0)
  return {
    answerable: answerable.length,
    hitRateAt1: hitRateAt(1),
    hitRateAt3: hitRateAt(3),
    hitRateAt10: hitRateAt(MOST_FOUND),
    meanReciprocalRank: share(reciprocal, answerable.length),
    notFoundAccuracy: share(questions.filter(isNotFoundRight).length, questions.length),
  }
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000
