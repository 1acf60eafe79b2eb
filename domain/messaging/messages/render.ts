import type { MailAttachment } from '#providers/mail/index.ts'
import { platformLanguageOf } from '../locales/languages.ts'
import { shownSize } from './logo/rules.ts'
import { DEFAULT_COLOUR } from './readable-colour.ts'
import type { Envelope } from './templates/define-template.ts'
import { templateOf, type TemplateName } from './templates/index.ts'
import { write, writeText, type Content, type Manner } from './templates/write.ts'

export interface Rendered {
  subject: string
  text: string
  html: string
  attachments: MailAttachment[]
}

/** How a centre's messages look; null for the platform's defaults. */
export interface Look {
  /** The colour of the button, on which white text can be read. */
  colour: string | null
  /** A text below every message. */
  footer: string | null
  /** The centre's logo: the address of its picture in the e-mail, and its size in pixels. */
  logo?: { src: string; width: number; height: number }
}

export interface RenderRequest extends Manner {
  template: TemplateName
  /** A BCP 47 tag, which also determines the formats of times and numbers. */
  language: string
  variables: unknown
  /** The sender and the recipient; the centre signs the message. */
  envelope: Omit<Envelope, 'host'>
  /** The platform's public address. */
  publicUrl: string
  look?: Look
}

/** Renders a message as plain text and as HTML. */
export const render = ({
  template,
  language,
  variables,
  envelope,
  publicUrl,
  look = { colour: null, footer: null },
  ...manner
}: RenderRequest): Rendered => {
  const definition = templateOf(template)
  const parsed = definition.variables.parse(variables)
  const { centre } = envelope
  const content = write(definition, parsed, language, manner)
  const url = content.action && new URL(content.action.path, publicUrl).href
  const signed = { ...look, centre, language }
  return {
    subject: oneLine(content.subject),
    text: textOf(content, url, signed),
    html: htmlOf(content, url, signed),
    attachments:
      definition.attachments?.(parsed, platformLanguageOf(language), {
        ...envelope,
        host: new URL(publicUrl).hostname,
      }) ?? [],
  }
}

interface Signed extends Look {
  centre: string
  language: string
}

/** Replaces line breaks in variables, which a subject must not contain. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Renders the short text of a message. */
export const renderText = ({
  template,
  language,
  variables,
  centre,
  publicUrl,
}: Omit<RenderRequest, 'envelope'> & { centre: string }): string =>
  writeText(templateOf(template), variables, language, {
    centre,
    linkOf: (path) => new URL(path, publicUrl).href,
  })

const textOf = (
  { paragraphs, table, action }: Content,
  url: string | undefined,
  { centre, footer }: Signed,
) =>
  [
    ...paragraphs,
    ...(table ? [columnsOf(table)] : []),
    ...(action ? [`${action.label}:\n${url}`] : []),
    centre,
    ...(footer === null ? [] : [footer]),
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

/**
 * Mail programs that know no style sheets show the light colours of the elements. The others use dark colours if
 * their user does. Without tables and fixed widths, the layout fits every screen.
 */
const DARK = `@media (prefers-color-scheme: dark) {
body, .page { background: #16181c !important; color: #e8eaed !important }
.footer { color: #a8adb5 !important; border-color: #3c4048 !important }
th, td { border-color: #3c4048 !important }
}`
const BODY = 'margin:0;padding:0;background:#ffffff;color:#1c1e21'
const PAGE =
  'font:16px/1.5 Arial,Helvetica,sans-serif;max-width:36em;margin:0 auto;padding:1.5em 1em;overflow-wrap:anywhere'
const CELL = 'padding:.2em .6em;border-bottom:1px solid #cccccc;text-align:start'
const FOOTER =
  'margin-top:2em;padding-top:1em;border-top:1px solid #dddddd;font-size:14px;color:#5a5f66'
const buttonOf = (colour: string) =>
  `display:inline-block;padding:.6em 1.2em;border-radius:.3em;background:${colour};border:1px solid #ffffff;color:#ffffff;font-weight:bold;text-decoration:none`

const htmlOf = (
  { subject, paragraphs, table, action }: Content,
  url: string | undefined,
  { centre, language, colour, footer, logo }: Signed,
) => {
  const lines = paragraphs.map((text) => `<p>${escapedLines(text)}</p>`)
  if (logo) lines.unshift(logoOf(logo, centre))
  if (table) lines.push(tableOf(table))
  if (action && url)
    lines.push(
      `<p><a href="${escaped(url)}" style="${buttonOf(colour ?? DEFAULT_COLOUR)}">${escaped(action.label)}</a></p>`,
    )
  lines.push(`<p>${escaped(centre)}</p>`)
  if (footer !== null) lines.push(`<p class="footer" style="${FOOTER}">${escapedLines(footer)}</p>`)
  const edge = colour === null ? '' : `;border-top:4px solid ${colour}`
  return `<!doctype html>
<html lang="${escaped(tagOf(language))}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(oneLine(subject))}</title>
<style>${DARK}</style>
</head>
<body style="${BODY}">
<div class="page" style="${PAGE}${edge}">
${lines.join('\n')}
</div>
</body>
</html>
`
}

/** The background keeps dark letters of a transparent logo readable in dark mode. */
const LOGO = 'display:block;background:#ffffff;padding:4px;border-radius:4px;border:0'

/** Programs that show no pictures show the centre's name. Some know sizes only as attributes. */
const logoOf = ({ src, ...sides }: NonNullable<Look['logo']>, centre: string): string => {
  const { width, height } = shownSize(sides)
  return `<p><img src="${escaped(src)}" alt="${escaped(centre)}" width="${width}" height="${height}" style="${LOGO}"></p>`
}

/** A language tag without the formats that it may contain. */
const tagOf = (language: string): string => new Intl.Locale(language).baseName

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])

const directionOf = (language: string): 'ltr' | 'rtl' => {
  const { script } = new Intl.Locale(language).maximize()
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr'
}

const escapedLines = (text: string): string => escaped(text).replaceAll(/\r?\n/g, '<br>')

const tableOf = ([heads = [], ...rows]: readonly string[][]): string =>
  [
    '<div style="overflow-x:auto"><table style="border-collapse:collapse">',
    rowOf(heads, 'th'),
    ...rows.map((row) => rowOf(row, 'td')),
    '</table></div>',
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
