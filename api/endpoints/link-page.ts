import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { CONDITIONS_SCRIPT } from '#messaging/links/condition.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { hasPart, textsOf } from '#messaging/locales/texts-of.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { asksMoreOnly, linkForm, type LinkForm } from './link-form.ts'

const SCRIPT = [
  CONDITIONS_SCRIPT,
  readFileSync(new URL('link-page-script.js', import.meta.url), 'utf8'),
].join('\n')

/** Allows only our script and no other host. Forms may only return to their own page. */
export const LINK_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface PageContent {
  language: Language
  /** The centre that sent the link. */
  centre?: string | undefined
  title: string
  paragraphs: readonly string[]
  list?: readonly string[] | undefined
  /** The label of the link back to the page. */
  again?: string | undefined
  form?: LinkForm | undefined
}

/** The page of a single-use link: one column, readable on phones, and usable with the keyboard and a screen reader. */
export const linkPage = async (content: PageContent): Promise<string> => {
  const { language, centre, title, paragraphs, list, again } = content
  const form = content.form && content.form.fields.length > 0 ? content.form : undefined
  return await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${windowTitleOf(content)}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              18px/1.5 system-ui,
              sans-serif;
            max-width: 34rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          fieldset {
            border: 1px solid #8888;
            border-radius: 0.5rem;
            margin: 1.5rem 0;
            padding: 0.5rem 1rem;
          }
          label {
            display: block;
            padding: 0.4rem 0;
          }
          fieldset label {
            display: flex;
            align-items: baseline;
          }
          fieldset input {
            flex: none;
          }
          input[type='radio'],
          input[type='checkbox'] {
            width: 1.2em;
            height: 1.2em;
            vertical-align: -0.2em;
            margin-right: 0.5em;
          }
          textarea,
          input[type='text'],
          input[type='date'],
          input[type='file'] {
            width: 100%;
            font: inherit;
            padding: 0.4rem;
            box-sizing: border-box;
          }
          textarea {
            min-height: 6rem;
          }
          h2 {
            margin: 2rem 0 0;
          }
          [hidden],
          section:not(:has(.question:not([hidden]))) {
            display: none;
          }
          .from {
            margin: 0;
            font-weight: 600;
          }
          .help {
            margin: 0;
            opacity: 0.8;
          }
          .problem {
            margin: 0.2rem 0;
            color: #c5221f;
            font-weight: bold;
          }
          @media (prefers-color-scheme: dark) {
            .problem {
              color: #ff8a80;
            }
          }
          .trap {
            position: absolute;
            left: -10000px;
          }
          .more {
            border: 2px solid #1a6fd4;
            border-radius: 0.5rem;
            padding: 0 1rem;
          }
          [role='alert'] {
            border: 2px solid #c5221f;
            border-radius: 0.5rem;
            padding: 0 1rem;
          }
          button {
            font: inherit;
            padding: 0.6rem 1.4rem;
            margin: 1rem 0.5rem 1rem 0;
            border: 2px solid #1a4f8b;
            border-radius: 0.3rem;
            background: none;
            color: inherit;
          }
          button:not([formnovalidate]) {
            background: #1a4f8b;
            color: #fff;
          }
          :focus-visible {
            outline: 3px solid #1a6fd4;
            outline-offset: 2px;
          }
        </style>
      </head>
      <body>
        <main>
          ${centre ? html`<p class="from">${centre}</p>` : ''}
          <h1>${title}</h1>
          ${paragraphs.map((text) => html`<p>${text}</p>`)}
          ${
            list
              ? html`<ul>
                  ${list.map((text) => html`<li>${text}</li>`)}
                </ul>`
              : ''
          }
          ${again ? html`<p><a href="">${again}</a></p>` : ''}
          ${form ? linkForm(form, language) : ''}
          ${form?.fields.some(({ showIf }) => showIf) ? raw(`<script>${SCRIPT}</script>`) : ''}
        </main>
      </body>
    </html> `
}

/** Puts a problem first, because screen readers read the title. */
const windowTitleOf = ({ title, centre, form, language }: PageContent): string => {
  const isRefused = form?.issues && !asksMoreOnly(form.issues)
  const said = isRefused ? `${textsOf('pages', 'problems', language)('title')}: ${title}` : title
  return centre ? `${said} · ${centre}` : said
}

/** The texts for refused links; `other` stands for errors that people cannot correct. */
export const refusalPage = (code: ErrorCode, language: Language): PageContent => {
  const say = textsOf('pages', 'refusals', language)
  const part = `${code}.title`
  if (!hasPart('pages', 'refusals', part))
    return { language, title: say('other.title'), paragraphs: [say('other.text')] }
  const text = `${code}.text`
  return {
    language,
    title: say(part),
    paragraphs: hasPart('pages', 'refusals', text) ? [say(text)] : [],
  }
}
