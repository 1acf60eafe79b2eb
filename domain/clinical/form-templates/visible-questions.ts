import {
  answerTo,
  type Answer,
  type Answers,
  type Condition,
  type FormDefinition,
  type Question,
  type Test,
} from './form-definition.ts'

/** Answers of the questions so far that are shown. */
type Known = ReadonlyMap<string, Answer>

/**
 * The questions that are shown for these answers, from the first to the last in one pass: a condition
 * speaks of what comes before it, so there is nothing to iterate and nothing that cannot end. A
 * question that is hidden counts as not answered, whatever is in `answers`.
 */
export const visibleQuestions = (definition: FormDefinition, answers: Answers): Question[] => {
  const known = new Map<string, Answer>()
  const visible: Question[] = []
  for (const section of definition.sections) {
    if (!isMet(section.showIf, known)) continue
    for (const question of section.questions) {
      if (!isMet(question.showIf, known)) continue
      visible.push(question)
      const answer = answerTo(answers, question.key)
      if (answer !== undefined) known.set(question.key, answer)
    }
  }
  return visible
}

/** What was answered of what is shown. */
export const visibleAnswers = (definition: FormDefinition, answers: Answers): Answers =>
  Object.fromEntries(
    visibleQuestions(definition, answers).flatMap(({ key }) => {
      const answer = answerTo(answers, key)
      return answer === undefined ? [] : [[key, answer]]
    }),
  )

/** Whether a condition is met by what was answered. */
export const isMetBy = (condition: Condition, answers: Answers): boolean =>
  isMet(condition, new Map(Object.entries(answers)))

const isMet = (condition: Condition | undefined, known: Known): boolean => {
  if (!condition) return true
  if ('all' in condition) return condition.all.every((clause) => isMet(clause, known))
  if ('any' in condition) return condition.any.some((clause) => isMet(clause, known))
  return holds(condition, known.get(condition.question))
}

const holds = ({ op, value }: Test, answer: Answer | undefined): boolean => {
  if (op === 'ANSWERED') return (answer !== undefined) === value
  if (answer === undefined) return false
  switch (op) {
    case 'EQUALS':
      return answer === value
    case 'NOT_EQUALS':
      return answer !== value
    case 'INCLUDES':
      return typeof answer === 'object' && answer.some((chosen) => chosen === value)
    // Dates are ISO 8601, which sorts as it counts.
    case 'AT_LEAST':
      return typeof answer === typeof value && (answer as string | number) >= value
    case 'AT_MOST':
      return typeof answer === typeof value && (answer as string | number) <= value
  }
}
