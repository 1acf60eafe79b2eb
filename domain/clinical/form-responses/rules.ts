import { DomainError } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { END_OF_DAY } from '#messaging/locales/times.ts'
import { addMinutes, atLocalTime, dateIn } from '#platform/core/time/time.ts'
import { answerIssues, isBlank, submissionIssues } from '../form-templates/answer-issues.ts'
import type { Answer, Answers, FormDefinition } from '../form-templates/form-definition.ts'

export const FormResponseStatus = ['OPEN', 'SUBMITTED', 'CANCELLED'] as const
export type FormResponseStatus = (typeof FormResponseStatus)[number]

/** When a form is due that no booking and nobody says a time for: at the end of a day of the centre. */
export const usualDueAt = (now: Date, timeZone: string): Date =>
  atLocalTime(dateIn(addMinutes(now, DUE_MINUTES), timeZone), END_OF_DAY, timeZone)
const DUE_MINUTES = 14 * 24 * 60

/** Answers as somebody sends them: null and what is blank take one back. */
export type SentAnswers = Readonly<Record<string, Answer | null>>

/** What remains after somebody sent some. */
export const mergedAnswers = (before: Answers, sent: SentAnswers): Answers => {
  const after = new Map<string, Answer>(Object.entries(before))
  for (const [key, answer] of Object.entries(sent)) {
    if (answer === null || isBlank(answer)) after.delete(key)
    else after.set(key, answer)
  }
  return Object.fromEntries(after)
}

/** How the members are called where the answers came from. */
export interface Naming {
  answer: (key: string) => string
  signature: string
}
/** In the body of an operation. */
const IN_BODY: Naming = { answer: (key) => `answers.${key}`, signature: 'signedName' }

/** Refuses a draft with answers that no question asks for, or of another type. */
export const assertDraft = (
  definition: FormDefinition,
  answers: Answers,
  naming: Naming = IN_BODY,
): void => refuse(answerIssues(definition, answers), naming)

/** Refuses what is not whole: by the path of each question that is not answered as it has to be. */
export const assertWhole = (
  definition: FormDefinition,
  { answers, signedName }: { answers: Answers; signedName: string | undefined },
  naming: Naming = IN_BODY,
): void => {
  const signature = signatureIssues(definition, signedName, naming)
  refuse(submissionIssues(definition, answers), naming, signature)
}

const signatureIssues = (
  { signature }: FormDefinition,
  signedName: string | undefined,
  { signature: path }: Naming,
): Issue[] => {
  if (signature === (signedName !== undefined)) return []
  return signature
    ? [{ path, code: 'required', message: 'is required: the form is signed with the full name' }]
    : [{ path, code: 'not_allowed', message: 'the form asks for no signature' }]
}

const refuse = (found: readonly Issue[], { answer }: Naming, more: readonly Issue[] = []): void => {
  const issues = [...found.map((issue) => ({ ...issue, path: answer(issue.path) })), ...more]
  const [first] = issues
  if (first)
    throw new DomainError('validation_failed', `${first.path} ${first.message}.`, { issues })
}

/** A service lists forms that the child's guardians have to submit before the visit. */
export const FORM_STATES = ['MISSING', 'REQUESTED', 'SUBMITTED'] as const
