import { can } from '#platform/core/access/permissions.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { AssistantSettings } from '../assistants/schemas.ts'
import { QUESTION_TEXTS } from './all-patterns.ts'
import { QUESTION_KINDS, QUESTIONS, SPOKEN, type QuestionKind } from './rules.ts'

/** The questions about records whose answers the caller can read in one of their sights. */
export const readableKinds = ({ actor, sights = [actor] }: Context): QuestionKind[] =>
  QUESTION_KINDS.filter((kind) =>
    sights.some((it) => QUESTIONS[kind].needs.every((permission) => can(it, permission))),
  )

/** Examples of those questions that an assistant's tools include, in the assistant's first language. */
export const exampleQuestions = (
  readable: readonly QuestionKind[],
  { tools, languages }: Pick<AssistantSettings, 'tools' | 'languages'>,
): string[] => {
  const language = SPOKEN.find((it) => it === languages[0]) ?? 'en'
  return readable
    .filter((kind) => QUESTIONS[kind].tools.some((tool) => tools.includes(tool)))
    .map((kind) => QUESTION_TEXTS[language][kind].example)
}
