import type { Issue } from '#platform/core/input/issue.ts'
import { TEMPLATES, templateOf, type TemplateName } from '../templates/index.ts'
import type { Words } from '../templates/words.ts'
import { checkWords } from './check-words.ts'
import type { WebTerms } from './plain-text-issues.ts'
import type { TextChannel } from './rules.ts'

interface StoredText extends Words {
  template: string
  channel: string
  language: string
}

/** Why a stored text cannot be used. Its template may be of another version of the platform. */
export const issuesOfText = (text: StoredText, web: WebTerms): Issue[] => {
  if (!Object.hasOwn(TEMPLATES, text.template))
    return [
      { path: 'template', code: 'invalid_value', message: 'the platform has no such template' },
    ]
  const template = templateOf(text.template as TemplateName)
  if (template.fixed)
    return [
      {
        path: 'template',
        code: 'not_allowed',
        message: `the text of ${template.name} cannot be changed, because ${template.fixed}`,
      },
    ]
  return checkWords(template, text, {
    ...web,
    channel: text.channel as TextChannel,
    language: text.language,
  })
}
