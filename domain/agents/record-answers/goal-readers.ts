import type { Goal as GoalRow } from '#prisma/generated/client.ts'
import { progressOf } from '#clinical/goals/get-child-progress.ts'
import { loadPoints } from '#clinical/goals/queries.ts'
import type { AchievementStatus } from '#clinical/goals/rules.ts'
import { comparableText } from '#knowledge/record-questions/comparable-text.ts'
import type {
  RecordFindings,
  RecordQuestion,
  RecordReader,
} from '#knowledge/record-questions/record-reader.ts'
import { longDay } from '#messaging/locales/times.ts'
import { dateIn, dateText } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { listed } from './findings.ts'
import { WORDS, wordsOfPeriod } from './words.ts'

const MOST_GOALS = 100

/** The goals of the child about the topic; without a topic, all. */
const loadGoals = async (
  reader: Reader,
  { person, topic }: RecordQuestion,
  statuses: string[] = ['ACTIVE', 'ON_HOLD', 'COMPLETED'],
): Promise<GoalRow[]> => {
  const goals = await reader.db.goal.findMany({
    where: { tenantId: reader.tenantId, childId: person!.id, status: { in: statuses } },
    orderBy: { id: 'asc' },
    take: MOST_GOALS,
  })
  return topic === null ? goals : goals.filter((goal) => isAbout(goal, topic))
}

const isAbout = ({ title, area }: GoalRow, topic: string): boolean => {
  const text = comparableText(`${area} ${title}`)
  return topic.split(' ').every((word) => text.includes(word))
}

type Sentence = (goal: GoalRow, asked: RecordQuestion) => string | undefined

/** A sentence for each goal that has one. */
const findingsOf = (
  goals: readonly GoalRow[],
  asked: RecordQuestion,
  sentence: Sentence,
  none: string,
): RecordFindings => {
  const found = goals.flatMap((goal) => {
    const text = sentence(goal, asked)
    return text === undefined ? [] : [{ goal, text }]
  })
  const statements = found.map(({ goal: { id, childId }, text }) => ({
    text,
    records: [
      { type: 'goal' as const, id },
      { type: 'child' as const, id: childId },
    ],
  }))
  return listed(statements, goals, asked, none)
}

const noGoal = ({ person, language, topic }: RecordQuestion): string =>
  topic === null
    ? WORDS[language].noGoal(person!.called)
    : WORDS[language].noGoalAbout(person!.called)

const progress: RecordReader = async (reader, asked) => {
  const goals = await loadGoals(reader, asked, ['ACTIVE', 'ON_HOLD'])
  const points = await loadPoints(
    reader,
    goals.map(({ id }) => id),
  )
  const sentence = (goal: GoalRow) => {
    const { level } = progressOf(goal, points.get(goal.id) ?? [], reader.now)
    return sentenceOf(goal, level, asked)
  }
  return findingsOf(goals, asked, sentence, noGoal(asked))
}

const sentenceOf = (
  goal: GoalRow,
  level: number | null,
  { language, locale }: RecordQuestion,
): string => {
  const words = WORDS[language]
  const shown = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 })
  return words.goal(goal.title, {
    level: level === null ? null : shown.format(level),
    baseline: shown.format(goal.baseline),
    target: shown.format(goal.target),
    unit: goal.unit,
    dueOn: goal.targetDueOn && longDay(dateText(goal.targetDueOn), locale),
    achievement: words.achievement[goal.achievementStatus as AchievementStatus],
  })
}

const achieved: RecordReader = async (reader, asked) => {
  const { period, language, locale, timeZone, person } = asked
  const words = WORDS[language]
  const sentence: Sentence = ({ title, achievedAt }) => {
    if (!achievedAt) return undefined
    if (period && (achievedAt < period.startsAt || achievedAt >= period.endsAt)) return undefined
    return words.goalReached(title, longDay(dateIn(achievedAt, timeZone), locale))
  }
  return findingsOf(
    await loadGoals(reader, asked),
    asked,
    sentence,
    words.noneReached(person!.called),
  )
}

const STALLED = new Set(['worsening', 'no-change', 'no-progress'])

const stalled: RecordReader = async (reader, asked) => {
  const goals = (await loadGoals(reader, asked, ['ACTIVE'])).filter(({ achievementStatus }) =>
    STALLED.has(achievementStatus),
  )
  const points = await loadPoints(
    reader,
    goals.map(({ id }) => id),
  )
  const sentence = (goal: GoalRow) =>
    sentenceOf(goal, progressOf(goal, points.get(goal.id) ?? [], reader.now).level, asked)
  const { language, person } = asked
  return findingsOf(goals, asked, sentence, WORDS[language].noneStalled(person!.called))
}

const lastMeasured: RecordReader = async (reader, asked) => {
  const { language, locale, timeZone } = asked
  const sentence: Sentence = ({ title, lastMeasuredAt }) =>
    WORDS[language].goalMeasured(
      title,
      lastMeasuredAt && longDay(dateIn(lastMeasuredAt, timeZone), locale),
    )
  const goals = await loadGoals(reader, asked, ['ACTIVE', 'ON_HOLD'])
  return findingsOf(goals, asked, sentence, noGoal(asked))
}

const due: RecordReader = async (reader, asked) => {
  const { language, locale, period, person } = asked
  const sentence: Sentence = ({ title, targetDueOn }) => {
    const on = targetDueOn && dateText(targetDueOn)
    if (period && (!on || on < period.startsOn || on > period.endsOn)) return undefined
    return WORDS[language].goalDue(title, on && longDay(on, locale))
  }
  const goals = await loadGoals(reader, asked, ['ACTIVE', 'ON_HOLD'])
  const none =
    period === null
      ? noGoal(asked)
      : WORDS[language].noGoalDue(person!.called, wordsOfPeriod(period, asked))
  return findingsOf(goals, asked, sentence, none)
}

export const GOAL_READERS = {
  GOAL_PROGRESS: progress,
  GOALS_PROGRESS: progress,
  GOALS: progress,
  ACHIEVED_GOALS: achieved,
  STALLED_GOALS: stalled,
  GOALS_LAST_MEASURED: lastMeasured,
  GOALS_DUE: due,
} satisfies Record<string, RecordReader>
