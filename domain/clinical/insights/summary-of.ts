import { WINDOW_DAYS, type Insight, type Severity } from './rules.ts'

/** The number of statements quoted per kind; further ones are only counted. */
const MOST_TOLD = 3

const OPENINGS: Record<Severity, (count: number) => string> = {
  ATTENTION: (count) => `${count} ${count === 1 ? 'point needs' : 'points need'} attention.`,
  GOOD: (count) => `${count} ${count === 1 ? 'point goes' : 'points go'} well.`,
  NOTICE: (count) => `${count} more ${count === 1 ? 'point is' : 'points are'} worth knowing.`,
}

/**
 * Summarizes the insights in a few sentences: each kind with its number and its first statements. The text
 * contains only numbers from the insights. Pure: equal insights give equal text.
 */
export const summaryOf = (insights: readonly Insight[]): string => {
  if (insights.length === 0) return `Nothing stands out in the records of ${WINDOW_DAYS} days.`
  return [...Map.groupBy(insights, ({ severity }) => severity)]
    .map(([severity, of]) =>
      [
        OPENINGS[severity](of.length),
        ...of.slice(0, MOST_TOLD).map(({ text }) => text),
        ...(of.length > MOST_TOLD ? [`And ${of.length - MOST_TOLD} more.`] : []),
      ].join(' '),
    )
    .join('\n')
}
