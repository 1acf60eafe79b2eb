import { isMet, type Answer, type Condition } from '#messaging/links/condition.ts'
import { answerTo, type Answers, type FormDefinition, type Question } from './form-definition.ts'

/**
 * The questions that are shown for these answers, from the first to the last in one pass: a condition
 * speaks of what comes before it, so there is nothing to iterate and nothing that cannot end. A
 * question that is hidden counts as not answered, whatever is in `answers`.
 */
export const visibleQuestions = (definition: FormDefinition, answers: Answers): Question[] => {
  const known = new Map<string, Answer>()
  const visible: Question[] = []
  for (const section of definition.sections) {
    if (section.showIf && !isMet(section.showIf, known)) continue
    for (const question of section.questions) {
      if (question.showIf && !isMet(question.showIf, known)) continue
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
