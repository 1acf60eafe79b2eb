import { DomainError } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { END_OF_DAY } from '#messaging/locales/times.ts'
import { addMinutes, atLocalTime, dateIn } from '#platform/core/time/time.ts'
import { answerIssues, isBlank, submissionIssues } from '../form-templates/answer-issues.ts'
import type { Answer, Answers, FormDefinition } from '../form-templates/form-definition.ts'

export const FormResponseStatus = ['OPEN', 'SUBMITTED', 'CANCELLED'] as const
export type FormResponseStatus = (typeof FormResponseStatus)[number]

/** When a form is due by default: at the end of a day at the centre. */
export const usualDueAt = (now: Date, timeZone: string): Date =>
  atLocalTime(dateIn(addMinutes(now, DUE_MINUTES), timeZone), END_OF_DAY, timeZone)
const DUE_MINUTES = 14 * 24 * 60

/** Answers in a request. Null or a blank value removes an answer. */
export type SentAnswers = Readonly<Record<string, Answer | null>>

/** The answers after a change. */
export const mergedAnswers = (before: Answers, sent: SentAnswers): Answers => {
  const after = new Map<string, Answer>(Object.entries(before))
  for (const [key, answer] of Object.entries(sent)) {
    if (answer === null || isBlank(answer)) after.delete(key)
    else after.set(key, answer)
  }
  return Object.fromEntries(after)
}

/** How the sender of answers names their members. */
export interface Naming {
  answer: (key: string) => string
  signature: string
}
/** The member names in the body of an operation. */
const IN_BODY: Naming = { answer: (key) => `answers.${key}`, signature: 'signedName' }

/** Refuses draft answers that have no question or the wrong type. */
export const assertDraft = (
  definition: FormDefinition,
  answers: Answers,
  naming: Naming = IN_BODY,
): void => refuse(answerIssues(definition, answers), naming)

/** Refuses an incomplete form, with the path of each invalid question. */
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
    ? [
        {
          path,
          code: 'required',
          message: 'is required: the form must be signed with the full name',
        },
      ]
    : [{ path, code: 'not_allowed', message: 'the form requires no signature' }]
}

const refuse = (found: readonly Issue[], { answer }: Naming, more: readonly Issue[] = []): void => {
  const issues = [...found.map((issue) => ({ ...issue, path: answer(issue.path) })), ...more]
  const [first] = issues
  if (first)
    throw new DomainError('validation_failed', `${first.path} ${first.message}.`, { issues })
}

/** States of a form that a service requires. Guardians must submit it before the visit. */
export const FORM_STATES = ['MISSING', 'REQUESTED', 'SUBMITTED'] as const
