import { isMet, type Answer, type Condition } from '#messaging/links/condition.ts'
import { answerTo, type Answers, type FormDefinition, type Question } from './form-definition.ts'

/**
 * The questions that are visible for these answers, computed in a single pass: a condition refers only to
 * earlier questions, so it always terminates. A hidden question counts as unanswered, even if `answers`
 * contains an answer.
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

/** Answers to visible questions. */
export const visibleAnswers = (definition: FormDefinition, answers: Answers): Answers =>
  Object.fromEntries(
    visibleQuestions(definition, answers).flatMap(({ key }) => {
      const answer = answerTo(answers, key)
      return answer === undefined ? [] : [[key, answer]]
    }),
  )

/** Whether the answers meet a condition. */
export const isMetBy = (condition: Condition, answers: Answers): boolean =>
  isMet(condition, new Map(Object.entries(answers)))
