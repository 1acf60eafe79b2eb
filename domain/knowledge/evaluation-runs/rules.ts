export const RUN_STATUSES = ['RUNNING', 'DONE'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** The number of documents among which an expected one counts as found. */
const MOST_FOUND = 10

/** The documents of passages, each at its best rank. */
export const documentsOf = (passages: readonly { documentId: string }[]): string[] =>
  [...new Set(passages.map(({ documentId }) => documentId))].slice(0, MOST_FOUND)

/** The rank of the first expected document, from 1; null if it was not found. */
export const rankOf = (expected: readonly string[], found: readonly string[]): number | null => {
  const index = found.findIndex((id) => expected.includes(id))
  return index === -1 ? null : index + 1
}

export interface SettledQuestion {
  expected: readonly string[]
  rank: number | null
  notFound: boolean
}

/** Whether the answer reports "not found" exactly if no document is expected. */
export const isNotFoundRight = ({ expected, notFound }: Omit<SettledQuestion, 'rank'>): boolean =>
  notFound === (expected.length === 0)

/** The totals of a run. Rates that concern no questions are null. */
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
