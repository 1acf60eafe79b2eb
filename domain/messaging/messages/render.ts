import type { MailAttachment } from '#providers/mail/index.ts'
import type { Content, Envelope, FamilyLanguage } from './templates/define-template.ts'
import { templateOf, writerIn, type TemplateName } from './templates/index.ts'

export interface Rendered {
  subject: string
  text: string
  html: string
  attachments: MailAttachment[]
}

export interface RenderRequest {
  template: TemplateName
  language: FamilyLanguage
  variables: unknown
  /** The centre signs the message. */
  envelope: Omit<Envelope, 'host'>
  /** Where paths of this platform are. */
  publicUrl: string
}

/** A message as it is sent: plain text, and the same as HTML. */
export const render = ({
  template,
  language,
  variables,
  envelope,
  publicUrl,
}: RenderRequest): Rendered => {
  const { variables: schema, attachments } = templateOf(template)
  const parsed = schema.parse(variables)
  const { centre } = envelope
  const content = writerIn(template, language)(parsed)
  const url = content.action && new URL(content.action.path, publicUrl).href
  return {
    subject: content.subject,
    text: textOf(content, url, centre),
    html: htmlOf(content, url, { centre, language }),
    attachments:
      attachments?.(parsed, language, { ...envelope, host: new URL(publicUrl).hostname }) ?? [],
  }
}

const textOf = (
  { greeting, paragraphs, action }: Content,
  url: string | undefined,
  centre: string,
) => [greeting, ...paragraphs, ...(action ? [`${action.label}:\n${url}`] : []), centre].join('\n\n')

const STYLE = 'font:16px/1.5 Arial,sans-serif;max-width:36em;margin:2em auto;padding:0 1em'
const BUTTON =
  'display:inline-block;padding:.6em 1.2em;border-radius:.3em;background:#1a4f8b;color:#fff;text-decoration:none'

const htmlOf = (
  { subject, greeting, paragraphs, action }: Content,
  url: string | undefined,
  { centre, language }: { centre: string; language: FamilyLanguage },
) => {
  const lines = [greeting, ...paragraphs].map((text) => `<p>${escaped(text)}</p>`)
  if (action && url)
    lines.push(`<p><a href="${escaped(url)}" style="${BUTTON}">${escaped(action.label)}</a></p>`)
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="${STYLE}">
${lines.join('\n')}
<p>${escaped(centre)}</p>
</body>
</html>
`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML, in an element or an attribute. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)
