import { hasPart } from '../../locales/texts-of.ts'
import { TEMPLATE_NAMES, type TemplateName } from './index.ts'

/** Templates with a short text (`sms` in the locale files), which can be sent by SMS and WhatsApp. */
export const TEXT_TEMPLATES = TEMPLATE_NAMES.filter((name) => hasPart('messages', name, 'sms')) as [
  TemplateName,
  ...TemplateName[],
]

const names: ReadonlySet<string> = new Set(TEXT_TEMPLATES)

export const isTextTemplate = (name: string): boolean => names.has(name)
