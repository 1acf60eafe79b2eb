import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { PLAIN_STYLE, siteHeader } from '../documents/plain-style.ts'
import { PASSKEY_SCRIPT } from './passkey-script.ts'

/** No script but ours; forms and requests go nowhere but to this host. */
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

/** A page of ours: plain, with our script where it says so. */
export const page = async (
  title: string,
  body: ReturnType<typeof html>,
  { hasScript = false, csrfToken }: { hasScript?: boolean; csrfToken?: string } = {},
): Promise<string> =>
  await html`<!doctype html>
    <html lang="en">
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
      <body ${csrfToken === undefined ? '' : html`data-csrf="${csrfToken}"`}>
        ${raw(siteHeader())}
        <main>
          ${body}
          <p id="status" role="status"></p>
        </main>
        ${hasScript ? raw(`<script>${PASSKEY_SCRIPT}</script>`) : ''}
      </body>
    </html>`
