import {
  answerTo,
  questionsOf,
  type Answer,
  type Answers,
  type FormDefinition,
  type Question,
  type Score,
} from './form-definition.ts'
import { visibleAnswers } from './visible-questions.ts'

/** The result of a score. `value` is null if there are too few answers, and `band` if no band matches. */
export type ScoreResult = {
  key: string
  label: string
  value: number | null
  band: string | null
}

/** The scores of the answers to visible questions. */
export const scoresOf = (definition: FormDefinition, answers: Answers): ScoreResult[] => {
  const questions = new Map(questionsOf(definition).map((question) => [question.key, question]))
  const shown = visibleAnswers(definition, answers)
  return definition.scores.map((score) => {
    const points = score.questions.flatMap((key) => {
      const answer = answerTo(shown, key)
      return answer === undefined ? [] : [pointsOf(questions.get(key)!, answer)]
    })
    const value =
      points.length < (score.minAnswered ?? score.questions.length) ? null : total(score, points)
    return { key: score.key, label: score.label, value, band: bandOf(score, value) }
  })
}

/** The points of an answer: numbers count as themselves, yes as 1 and no as 0, and options by their weight. */
const pointsOf = (question: Question, answer: Answer): number => {
  switch (question.type) {
    case 'NUMBER':
      return Number(answer)
    case 'YES_NO':
      return answer === true ? 1 : 0
    case 'CHOICE':
    case 'CHOICES':
      return question.options
        .filter(({ value }) =>
          typeof answer === 'object' ? answer.includes(value) : answer === value,
        )
        .reduce((sum, { weight = 0 }) => sum + weight, 0)
    case 'TEXT':
    case 'LONG_TEXT':
    case 'DATE':
      return 0
  }
}

const total = ({ op }: Score, points: readonly number[]): number => {
  const sum = points.reduce((all, each) => all + each, 0)
  return rounded(op === 'MEAN' ? sum / points.length : sum)
}

/** Rounds to four decimals to remove floating-point errors, as in 0.1 + 0.2. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const bandOf = ({ bands }: Score, value: number | null): string | null =>
  value === null ? null : (bands.findLast(({ min }) => min <= value)?.label ?? null)
