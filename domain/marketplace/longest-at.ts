import { DAY_MS, utc, utcOrNull } from '#platform/core/time/time.ts'

interface Card {
  stage: string
  stageEnteredAt: Date
  dueAt: Date | null
}

/** The cards that have been in a board stage longest, with their age. */
export const longestAt = <C extends Card>(
  stage: string,
  { cards, now }: { cards: readonly C[]; now: Date },
) =>
  cards
    .filter((card) => card.stage === stage)
    .map(({ stage: _, stageEnteredAt, dueAt, ...card }) => ({
      ...card,
      stageEnteredAt: utc(stageEnteredAt),
      daysInStage: Math.floor((now.getTime() - stageEnteredAt.getTime()) / DAY_MS),
      dueAt: utcOrNull(dueAt),
    }))
