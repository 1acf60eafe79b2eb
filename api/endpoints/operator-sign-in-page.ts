import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { PLAIN_STYLE, siteHeader } from '../documents/plain-style.ts'
import type { Operator } from '#platform/identity/issue-operator-token.ts'

/** Where the platform and the Temporal UI are, as the API is configured. */
export interface Addresses {
  /** The UI asks this one's `/codec/decode`, with the cookie that signing in there has set. */
  publicUrl: string
  uiOrigin: string
}

/**
 * Runs in the operator's browser, for only that knows by which host it is reached and whether it keeps
 * cookies: sends who is at another host to the one that the UI asks, and proves that payloads can be read.
 */
const SCRIPT = `
const { publicUrl, uiOrigin, signedIn } = document.body.dataset
const say = (text, isGood) => {
  const line = document.getElementById('proof')
  line.textContent = text
  line.className = isGood ? 'good' : 'bad'
}
const site = (host) => /^[\\d.:[\\]]+$/.test(host) ? host : host.split('.').slice(-2).join('.')
const ask = new URL(publicUrl)
const ui = new URL(uiOrigin)
if (ask.origin !== location.origin) {
  say('You are at ' + location.origin + ', but the Temporal UI asks ' + ask.origin + '. Sign in there: ')
  const link = document.createElement('a')
  link.href = link.textContent = new URL('/codec/sign-in', ask)
  document.getElementById('proof').append(link)
} else if (site(ui.hostname) !== site(ask.hostname)) {
  say('The Temporal UI is at ' + ui.origin + '. Browsers send the cookie of this page only from the same site: ' +
    'serve both under one domain, or reach both by one host name (PUBLIC_URL, OPERATOR_UI_ORIGIN).')
} else if (signedIn) {
  fetch(new URL('/codec/check', ask))
    .then(async (answer) => {
      const { isReadable, detail } = await answer.json()
      if (isReadable) say('Payloads can be read in this browser. Reload the Temporal UI.', true)
      else say('Payloads cannot be read here: ' + (detail || 'ENCRYPTION_KEYS lack a key.') +
        ' Let this browser keep cookies of this host, and sign in again.')
    })
    .catch(() => say('Payloads cannot be read here: ' + ask.origin + ' did not answer.'))
}
`

/** No script but ours; forms and requests go nowhere but to this host. */
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

/** `/codec/sign-in`: where an operator hands in the token that the command line made. */
export const signInPage = (addresses: Addresses, outcome?: 'refused'): Promise<string> =>
  document(
    addresses,
    html`
      <h1>Operators</h1>
      <p>
        Sign in to read the payloads of workflows in the Temporal UI. Get a token, valid for up to
        an hour, with <code>therapy operator token --name &lt;you&gt;</code>. Every payload that you
        open is on record.
      </p>
      ${
        outcome === 'refused'
          ? html`<p class="bad" role="alert">
              That token is not valid, or has ended. Make another, and copy all of it.
            </p>`
          : ''
      }
      <form method="post" action="/codec/sign-in">
        <label
          >Token <input name="token" type="password" required autofocus autocomplete="off"
        /></label>
        <button>Sign in</button>
      </form>
    `,
  )

export const signedInPage = (
  { name, expiresAt }: Operator,
  addresses: Addresses,
): Promise<string> =>
  document(
    addresses,
    html`
      <h1>Signed in as ${name}</h1>
      <p>
        Until ${expiresAt.toISOString()}. <a href="${addresses.uiOrigin}">To the Temporal UI</a>
      </p>
      <form method="post" action="/codec/sign-out"><button>Sign out</button></form>
    `,
    true,
  )

const document = async (
  { publicUrl, uiOrigin }: Addresses,
  body: ReturnType<typeof html>,
  isSignedIn = false,
): Promise<string> =>
  await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Operators · Therapy Care Platform</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(PLAIN_STYLE)} input {
            width: 100%;
            font: inherit;
            margin-bottom: 0.5rem;
          }
          .good::before {
            content: '✓ ';
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
      >
        ${raw(siteHeader())} ${body}
        <p id="proof" role="status"></p>
        ${raw(`<script>${SCRIPT}</script>`)}
      </body>
    </html>`
