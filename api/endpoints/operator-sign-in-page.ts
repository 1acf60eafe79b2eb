import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Language } from '#messaging/locales/languages.ts'
import { textsOf, type SayOnPage } from '#messaging/locales/texts-of.ts'
import { PLAIN_STYLE, siteHeader } from '../documents/plain-style.ts'
import type { Operator } from '#platform/identity/issue-operator-token.ts'
import { emphasized, type Localized } from './plain-page.ts'

/** The configured URLs of the platform and the Temporal UI. */
export interface Addresses {
  /** The UI calls `/codec/decode` on this host with the cookie of the sign-in. */
  publicUrl: string
  uiOrigin: string
}

/**
 * Runs in the operator's browser, because only the browser knows its host and its cookies: redirects from
 * another host to the UI's, and checks that payloads can be read.
 */
const SCRIPT = `
const { publicUrl, uiOrigin, signedIn } = document.body.dataset
const texts = JSON.parse(document.body.dataset.texts)
const fill = (text, values) => text.replace(/{(\\w+)}/g, (whole, name) => values[name] ?? whole)
const say = (text, isGood) => {
  const line = document.getElementById('proof')
  line.textContent = text
  line.className = isGood ? 'good' : 'bad'
}
const site = (host) => /^[\\d.:[\\]]+$/.test(host) ? host : host.split('.').slice(-2).join('.')
const ask = new URL(publicUrl)
const ui = new URL(uiOrigin)
if (ask.origin !== location.origin) {
  say(fill(texts.otherHost, { here: location.origin, there: ask.origin }) + ' ')
  const link = document.createElement('a')
  link.href = link.textContent = new URL('/codec/sign-in', ask)
  document.getElementById('proof').append(link)
} else if (site(ui.hostname) !== site(ask.hostname)) {
  say(fill(texts.otherSite, { there: ui.origin }))
} else if (signedIn) {
  fetch(new URL('/codec/check', ask))
    .then(async (answer) => {
      const { isReadable, detail } = await answer.json()
      if (isReadable) say(texts.readable, true)
      else say(fill(texts.unreadable, { reason: detail || texts.keyMissing }))
    })
    .catch(() => say(fill(texts.noAnswer, { there: ask.origin })))
}
`

/** Allows only our script. Forms and requests can be sent only to this host. */
export const SIGN_IN_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const textsIn = (language: Language): SayOnPage<'operators'> =>
  textsOf('pages', 'operators', language)

/** `/codec/sign-in`: the page on which an operator submits the token that the command line created. */
export const signInPage =
  (addresses: Addresses, outcome?: 'refused'): Localized =>
  (language) => {
    const say = textsIn(language)
    return document(
      addresses,
      html`
        <h1>${say('title')}</h1>
        <p>
          ${emphasized((values) => say('intro', values), {
            command: html`<code>therapy operator token --name NAME</code>`,
          })}
        </p>
        ${outcome === 'refused' ? html`<p class="bad" role="alert">${say('tokenRefused')}</p>` : ''}
        <form method="post" action="/codec/sign-in">
          <label
            >${say('token')}
            <input name="token" type="password" required autofocus autocomplete="off"
          /></label>
          <button>${say('signIn')}</button>
        </form>
      `,
      { language },
    )
  }

export const signedInPage =
  ({ name, expiresAt }: Operator, addresses: Addresses): Localized =>
  (language) => {
    const say = textsIn(language)
    return document(
      addresses,
      html`
        <h1>${say('signedInAs', { name })}</h1>
        <p>
          ${say('until', { time: expiresAt.toISOString() })}
          <a href="${addresses.uiOrigin}">${say('toUi')}</a>
        </p>
        <form method="post" action="/codec/sign-out"><button>${say('signOut')}</button></form>
      `,
      { language, isSignedIn: true },
    )
  }

/** Texts for the script, which inserts `{here}`, `{there}` and `{reason}` itself. */
const scriptTexts = (say: SayOnPage<'operators'>) => {
  const names = { here: '{here}', there: '{there}', reason: '{reason}' }
  return {
    otherHost: say('otherHost', names),
    otherSite: say('otherSite', names),
    readable: say('readable'),
    unreadable: say('unreadable', names),
    keyMissing: say('keyMissing'),
    noAnswer: say('noAnswer', names),
  }
}

const document = async (
  { publicUrl, uiOrigin }: Addresses,
  body: ReturnType<typeof html>,
  { language, isSignedIn = false }: { language: Language; isSignedIn?: boolean },
): Promise<string> =>
  await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${textsIn(language)('title')} · Therapy Care Platform</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(PLAIN_STYLE)} input {
            width: 100%;
            font: inherit;
            margin-bottom: 0.5rem;
          }
          .good::before {
            content: '\\2713 ';
          }
          .bad {
            border-left: 4px solid #c62828;
            padding-left: 0.75rem;
          }
        </style>
      </head>
      <body
        data-public-url="${publicUrl}"
        data-ui-origin="${uiOrigin}"
        data-signed-in="${isSignedIn ? 'true' : ''}"
        data-texts="${JSON.stringify(scriptTexts(textsIn(language)))}"
      >
        ${raw(siteHeader())} ${body}
        <p id="proof" role="status"></p>
        ${raw(`<script>${SCRIPT}</script>`)}
      </body>
    </html>`
