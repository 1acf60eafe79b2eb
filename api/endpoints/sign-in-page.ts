import { html } from 'hono/html'
import type { Operator } from '#platform/identity/issue-operator-token.ts'

/** No scripts; forms go nowhere but to this host. */
export const SIGN_IN_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** `/codec/sign-in`: where an operator hands in the token that the command line made. */
export const signInPage = (): Promise<string> =>
  document(html`
    <h1>Operators</h1>
    <p>
      Sign in to read the payloads of workflows in the Temporal UI. Get a token, valid for up to an
      hour, with <code>therapy operator token --name &lt;you&gt;</code>. Every payload that you open
      is on record.
    </p>
    <form method="post" action="/codec/sign-in">
      <label
        >Token <input name="token" type="password" required autofocus autocomplete="off"
      /></label>
      <button>Sign in</button>
    </form>
  `)

export const signedInPage = ({ name, expiresAt }: Operator, uiOrigin: string): Promise<string> =>
  document(html`
    <h1>Signed in as ${name}</h1>
    <p>Until ${expiresAt.toISOString()}. <a href="${uiOrigin}">To the Temporal UI</a></p>
    <form method="post" action="/codec/sign-out"><button>Sign out</button></form>
  `)

const document = async (body: ReturnType<typeof html>): Promise<string> =>
  await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Operators · Therapy Care Platform</title>
        <link rel="icon" href="data:," />
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 36rem;
            margin: 3rem auto;
            padding: 0 1rem;
          }
          input {
            width: 100%;
            font: inherit;
            margin-bottom: 0.5rem;
          }
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`
