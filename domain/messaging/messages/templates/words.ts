import type { Language } from '../../locales/languages.ts'
import { sourcesOf } from '../../locales/texts-of.ts'
import type { Template } from './define-template.ts'

/**
 * The words of a message in ICU MessageFormat: the one source of its subject, its text and its HTML. Blank lines
 * separate the paragraphs of the body.
 */
export interface Words {
  subject: string | null
  body: string
  /** The label of the button; null if the template has none. */
  actionLabel: string | null
}

/** The platform's words, which every template has in every language. */
export const platformWords = (template: Template, language: Language): Words => {
  const texts = sourcesOf('messages', template.name, language)
  const greeting = 'firstName' in template.variables.shape ? 'greeting' : 'greetingWithoutName'
  return {
    subject: texts['subject']!,
    body: [greeting, ...template.paragraphs].map((part) => texts[part]!).join('\n\n'),
    actionLabel: template.action ? texts['action']! : null,
  }
}
