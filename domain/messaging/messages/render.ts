import type { MailAttachment } from '#providers/mail/index.ts'
import type { Language } from '../locales/languages.ts'
import type { Envelope } from './templates/define-template.ts'
import { templateOf, type TemplateName } from './templates/index.ts'
import { write, type Content } from './templates/write.ts'

export interface Rendered {
  subject: string
  text: string
  html: string
  attachments: MailAttachment[]
}

export interface RenderRequest {
  template: TemplateName
  language: Language
  variables: unknown
  /** The sender and the recipient; the centre signs the message. */
  envelope: Omit<Envelope, 'host'>
  /** The platform's public address. */
  publicUrl: string
}

/** Renders a message as plain text and as HTML. */
export const render = ({
  template,
  language,
  variables,
  envelope,
  publicUrl,
}: RenderRequest): Rendered => {
  const definition = templateOf(template)
  const parsed = definition.variables.parse(variables)
  const { centre } = envelope
  const content = write(definition, parsed, language)
  const url = content.action && new URL(content.action.path, publicUrl).href
  return {
    subject: content.subject,
    text: textOf(content, url, centre),
    html: htmlOf(content, url, { centre, language }),
    attachments:
      definition.attachments?.(parsed, language, {
        ...envelope,
        host: new URL(publicUrl).hostname,
      }) ?? [],
  }
}

const textOf = (
  { greeting, paragraphs, table, action }: Content,
  url: string | undefined,
  centre: string,
) =>
  [
    greeting,
    ...paragraphs,
    ...(table ? [columnsOf(table)] : []),
    ...(action ? [`${action.label}:\n${url}`] : []),
    centre,
  ].join('\n\n')

/** Formats a table as plain text. Each column is as wide as its widest cell. */
const columnsOf = (table: readonly string[][]): string => {
  const widths = table[0]!.map((_, at) => Math.max(...table.map((row) => row[at]!.length)))
  return table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const STYLE = 'font:16px/1.5 Arial,sans-serif;max-width:36em;margin:2em auto;padding:0 1em'
const CELL = 'padding:.2em .6em;border-bottom:1px solid #ccc;text-align:left'
const BUTTON =
  'display:inline-block;padding:.6em 1.2em;border-radius:.3em;background:#1a4f8b;color:#fff;text-decoration:none'

const htmlOf = (
  { subject, greeting, paragraphs, table, action }: Content,
  url: string | undefined,
  { centre, language }: { centre: string; language: Language },
) => {
  const lines = [greeting, ...paragraphs].map((text) => `<p>${escaped(text)}</p>`)
  if (table) lines.push(tableOf(table))
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

const tableOf = ([heads = [], ...rows]: readonly string[][]): string =>
  [
    '<table style="border-collapse:collapse">',
    rowOf(heads, 'th'),
    ...rows.map((row) => rowOf(row, 'td')),
    '</table>',
  ].join('\n')

const rowOf = (cells: readonly string[], element: 'th' | 'td'): string =>
  `<tr>${cells.map((cell) => `<${element} style="${CELL}">${escaped(cell)}</${element}>`).join('')}</tr>`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text escaped for HTML elements and attributes. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)
