import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Language } from '#messaging/locales/languages.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { PLAIN_STYLE, siteHeader } from '../documents/plain-style.ts'
import { PASSKEY_SCRIPT } from './passkey-script.ts'

/** Allows only our script. Forms and requests can be sent only to this host. */
export const PLAIN_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(PASSKEY_SCRIPT).digest('base64')}'`,
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page in several languages. It is rendered once the reader's language is known. */
export type Localized = (language: Language) => Promise<string>

/** Markup that is inserted for a placeholder of a text. */
type Markup = ReturnType<typeof html>

/** A text with its values in bold, except for values that are markup. */
export const emphasized = (
  say: (values: Readonly<Record<string, string>>) => string,
  values: Readonly<Record<string, string | Markup>>,
) => {
  const names = Object.keys(values)
  const marked = say(Object.fromEntries(names.map((name) => [name, `\u0000${name}\u0000`])))
  return marked.split('\u0000').map((piece, index) => {
    const value = values[piece]
    if (index % 2 === 0) return piece
    return typeof value === 'string' ? html`<strong>${value}</strong>` : value
  })
}

/** The texts of the script for passkeys. */
const scriptTexts = (language: Language) => {
  const say = textsOf('pages', 'passkeys', language)
  return {
    nameSaved: say('nameSaved'),
    notShown: say('notShown'),
    alreadyHere: say('alreadyHere'),
  }
}

/** A plain page of the platform, with our script if requested. */
export const page = async (
  title: string,
  body: ReturnType<typeof html>,
  {
    hasScript = false,
    csrfToken,
    language = 'en',
  }: { hasScript?: boolean; csrfToken?: string; language?: Language } = {},
): Promise<string> =>
  await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(PLAIN_STYLE)} input {
            display: block;
            box-sizing: border-box;
            width: 100%;
            font: inherit;
            padding: 0.5rem;
            margin: 0.25rem 0 1rem;
          }
          button {
            font: inherit;
            padding: 0.5rem 1.25rem;
            margin: 0 0.5rem 1rem 0;
          }
          main {
            overflow-wrap: anywhere;
          }
          .rows {
            list-style: none;
            padding: 0;
          }
          .rows li {
            border-bottom: 1px solid var(--line);
            padding: 0.25rem 0 0.75rem;
          }
          .rows a {
            display: block;
            padding: 0.5rem 0;
          }
          .rows p {
            margin: 0;
          }
          .acts form + form {
            border-top: 1px solid var(--line);
            padding-top: 1rem;
          }
          .plain {
            background: none;
            border: 1px solid currentColor;
          }
          .bad {
            border-left: 4px solid #c62828;
            padding-left: 0.75rem;
          }
        </style>
      </head>
      <body
        ${csrfToken === undefined ? '' : html`data-csrf="${csrfToken}"`}
        ${hasScript ? html`data-texts="${JSON.stringify(scriptTexts(language))}"` : ''}
      >
        ${raw(siteHeader())}
        <main>
          ${body}
          <p id="status" role="status"></p>
        </main>
        ${hasScript ? raw(`<script>${PASSKEY_SCRIPT}</script>`) : ''}
      </body>
    </html>`
