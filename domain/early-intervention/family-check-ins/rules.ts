import { DomainError } from '#platform/core/errors/errors.ts'
import { answerIssues, submissionIssues } from '#clinical/form-templates/answer-issues.ts'
import type { Answers } from '#clinical/form-templates/form-definition.ts'
import { isMetBy, visibleAnswers } from '#clinical/form-templates/visible-questions.ts'
import { asForm, type QuestionSet } from '../family-check-in-questions/schemas.ts'
import type { FamilyCheckIn } from './schemas.ts'

type Mood = NonNullable<FamilyCheckIn['mood']>

/** The answers to the three standard questions. */
export interface PlainAnswers {
  mood: Mood
  servicesReceived: boolean
  callWanted: boolean
}

/** The answers as they are stored, and whether somebody should call the family. */
export interface Said extends Partial<PlainAnswers> {
  comment?: string | null
  questionSetId?: string
  answers?: Answers
  worrying: boolean
}

export const saidPlainly = (said: PlainAnswers, comment: string | null): Said => ({
  ...said,
  comment,
  worrying: said.mood === 'WORRIED' || !said.servicesReceived || said.callWanted,
})

/** The answers to the centre's questions. Answers to questions hidden by other answers do not count. */
export const saidToSet = (set: QuestionSet, all: Answers): Said => {
  const form = asForm(set)
  const answers = visibleAnswers(form, all)
  const wrong = answerIssues(form, all)
  const issues = wrong.length > 0 ? wrong : submissionIssues(form, answers)
  const [first] = issues
  if (first)
    throw new DomainError('validation_failed', `${first.path}: ${first.message}`, { issues })
  return {
    questionSetId: set.id,
    answers,
    worrying: set.worries.some((worry) => isMetBy(worry, answers)),
  }
}
