import type { Message } from '#prisma/generated/client.ts'
import { platformLanguageOf } from '../locales/languages.ts'
import { templateOf, type TemplateName, type Variables } from './templates/index.ts'
import { write } from './templates/write.ts'
import type { Candidate } from './words/load-candidates.ts'

interface Tested {
  template: TemplateName
  variables: unknown
  /** The words of the preview, even if they are not saved. */
  candidates: Candidate[]
  /** What differs from the message that is tested. */
  mail: { subject: string }
}

/** The message that a test shows; undefined for other messages. */
export const testedBy = (
  { template }: Pick<Message, 'template'>,
  variables: unknown,
): Tested | undefined => {
  if (template !== 'message.test') return undefined
  const test = variables as Variables<'message.test'>
  const { words, language, ...tested } = test.tested
  const { subject } = write(templateOf(template), test, language)
  return {
    template: tested.template as TemplateName,
    variables: tested.variables,
    candidates: [
      ...(words ? [{ language, own: { ...words, id: '' } }] : []),
      { language: platformLanguageOf(language) },
    ],
    mail: { subject },
  }
}
