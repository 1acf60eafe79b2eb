import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { ErrorCode } from '#platform/core/errors.ts'
import type { SignInLink } from '#staff/sign-in/find-sign-in-link.ts'
import type { OfferedConnection } from '#staff/sso-connections/find-offered-connection.ts'
import type { Passkey } from '#staff/passkeys/schemas.ts'
import type { StepUpWays } from '#staff/step-up/find-step-up-ways.ts'
import { PLAIN_STYLE } from '../documents/plain-style.ts'
import { PASSKEY_SCRIPT } from './passkey-script.ts'

/** No script but ours; forms and requests go nowhere but to this host. */
export const SIGN_IN_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(PASSKEY_SCRIPT).digest('base64')}'`,
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Whom a session is of. */
interface SignedIn {
  name: string
  email: string
  centre: string
}

/** `/sign-in`: asks where the link is to be sent. */
export const askForEmailPage = (problem?: string): Promise<string> =>
  page(
    'Sign in',
    html`
      <h1>Sign in</h1>
      <p>
        Enter the address that your centre knows you by. You get an e-mail with a link that signs
        you in, in this browser. There is no password.
      </p>
      ${problem ? html`<p class="bad" role="alert">${problem}</p>` : ''}
      <form method="post" action="/sign-in">
        <label
          >E-mail
          <input
            name="email"
            type="email"
            required
            autofocus
            maxlength="254"
            autocomplete="username"
        /></label>
        <button>Send the link</button>
      </form>
      <div data-passkeys hidden>
        <p>Or, if you have registered one:</p>
        <button type="button" data-act="signIn">Sign in with a passkey</button>
      </div>
    `,
    { hasScript: true },
  )

/** The same whether there is an account or not: what is offered follows from the domain. */
export const linkSentPage = (
  email: string,
  offered: OfferedConnection | undefined,
): Promise<string> =>
  page(
    'Look into your mailbox',
    html`
      ${
        offered
          ? html`<h1>${offered.name}</h1>
              <p>
                Addresses like yours sign in there.
                <a href="/sign-in/sso/${offered.id}?login_hint=${encodeURIComponent(email)}"
                  >Continue to ${offered.name}</a
                >
              </p>`
          : ''
      }
      <h1>Look into your mailbox</h1>
      <p>
        If <strong>${email}</strong> is known, a link is on its way. Open it in this browser within
        15 minutes. If it does not come, check the spelling and the spam folder, or ask whoever
        administers your centre.
      </p>
      <p><a href="/sign-in">Use another address</a></p>
    `,
  )

/** What a link leads to: it is used up by the button, not by looking, for mail scanners look. */
export const confirmPage = ({ centre, userName, purpose }: SignInLink): Promise<string> => {
  switch (purpose) {
    case 'INVITATION':
      return page(
        `Invitation to ${centre}`,
        html`
          <h1>${centre} has invited you</h1>
          <p>You will work there as <strong>${userName}</strong>.</p>
          <form method="post"><button>Accept and sign in</button></form>
        `,
      )
    case 'STEP_UP':
      return page(
        `Confirm that it is you, at ${centre}`,
        html`
          <h1>Is it you?</h1>
          <p>
            Somebody who is signed in to ${centre} as <strong>${userName}</strong> wants to do
            something that takes a fresh proof.
          </p>
          <form method="post"><button>Yes, it is me</button></form>
        `,
      )
    case 'SIGN_IN':
    case 'OPERATOR':
      return page(
        `Sign in to ${centre}`,
        html`
          <h1>Sign in to ${centre}</h1>
          <p>You are <strong>${userName}</strong>.</p>
          <form method="post"><button>Sign in</button></form>
        `,
      )
  }
}

export const signedInPage = ({ name, email, centre }: SignedIn): Promise<string> =>
  page(
    `Signed in to ${centre}`,
    html`
      <h1>${centre}</h1>
      <p>Signed in as <strong>${name}</strong> (${email}).</p>
      <ul>
        <li><a href="/sign-in/passkeys">Your passkeys</a></li>
        <li><a href="/v1/me">What you may do</a></li>
        <li><a href="/v1/user-sessions">Where you are signed in</a></li>
        <li><a href="/docs">The API</a></li>
      </ul>
      <form method="post" action="/sign-out"><button>Sign out</button></form>
    `,
  )

/** Who has come by a link, where the centre wants a second factor: until it is shown there is nothing else. */
export const factorPage = (found: StepUpWays): Promise<string> =>
  page(
    'One more step',
    html`
      <div id="main">
        <h1>One more step</h1>
        ${
          found.ways.includes('FIRST_PASSKEY')
            ? html`<p>
                  Your centre wants more than a link. Register a passkey: your device keeps it, and
                  asks for your finger, face or PIN.
                </p>
                ${registration}`
            : html`<p>Your centre wants more than a link.</p>
                ${waysOf(found)}`
        }
        <form method="post" action="/sign-out"><button class="plain">Sign out</button></form>
      </div>
      ${keptCodes}
    `,
    { hasScript: true },
  )

/** How somebody proves once more who they are. */
export const stepUpPage = (found: StepUpWays): Promise<string> =>
  page(
    'Is it you?',
    html`
      <h1>Is it you?</h1>
      <p>
        What you want to do takes a fresh proof. Then go back to where you were, and do it again.
      </p>
      ${waysOf(found)}
      <p><a href="/sign-in">Not now</a></p>
    `,
    { hasScript: true },
  )

export const stepUpLinkSentPage = (): Promise<string> =>
  page(
    'Look into your mailbox',
    html`
      <h1>Look into your mailbox</h1>
      <p>A link is on its way. Open it in this browser within 15 minutes.</p>
    `,
  )

const waysOf = ({ ways }: StepUpWays) => html`
  ${
    ways.includes('PASSKEY')
      ? html`<div data-passkeys hidden>
          <button type="button" data-act="stepUp">Show a passkey</button>
        </div>`
      : ''
  }
  ${
    ways.includes('RECOVERY_CODE')
      ? html`<form method="post" action="/sign-in/step-up">
          <label
            >Or a recovery code
            <input name="recoveryCode" required maxlength="50" autocomplete="off" /></label
          ><button>Use the code</button>
        </form>`
      : ''
  }
  ${
    ways.includes('IDENTITY_PROVIDER')
      ? html`<p><a href="/sign-in/step-up/sso">Continue to your identity provider</a></p>`
      : ''
  }
  ${
    ways.includes('LINK')
      ? html`<form method="post" action="/sign-in/step-up/link">
          <button>Send me a link</button>
        </form>`
      : ''
  }
`

const registration = html`
  <form>
    <label
      >What is this device called?
      <input id="name" name="name" required maxlength="100" autocomplete="off"
    /></label>
    <div data-passkeys hidden>
      <button data-act="register">Register a passkey</button>
    </div>
  </form>
`

const keptCodes = html`
  <div id="kept" tabindex="-1" hidden>
    <h1>Keep these codes</h1>
    <p>
      Each stands in for your passkey once, should you lose it. They are not shown again: print
      them, or put them where you keep passwords.
    </p>
    <ol id="codes"></ol>
    <p><a href="/sign-in">I have kept them</a></p>
  </div>
`

const dayOf = (instant: string | null): string => instant?.slice(0, 10) ?? 'never'

/** `/sign-in/passkeys`: one's own. */
export const passkeysPage = ({
  passkeys,
  recoveryCodesLeft,
  csrfToken,
}: {
  passkeys: Passkey[]
  recoveryCodesLeft: number
  csrfToken: string
}): Promise<string> =>
  page(
    'Your passkeys',
    html`
      <div id="main">
        <h1>Your passkeys</h1>
        <p>A passkey signs you in without an e-mail. It stays on your device, or in its cloud.</p>
        ${passkeys.map(
          ({ id, name, createdAt, lastUsedAt, isBackedUp }) => html`
            <form>
              <label>Name <input id="name-${id}" value="${name}" required maxlength="100" /></label>
              <p>
                Since ${dayOf(createdAt)}, last used: ${dayOf(lastUsedAt)}.
                ${isBackedUp ? 'Kept beyond this one device.' : 'On one device only.'}
              </p>
              <button data-act="rename" data-id="${id}">Rename</button>
              <button data-act="revoke" data-id="${id}" class="plain">Revoke</button>
            </form>
          `,
        )}
        <h2>Another one</h2>
        ${registration}
        ${
          passkeys.length > 0
            ? html`<h2>Recovery codes</h2>
                <p>${recoveryCodesLeft} of yours are left.</p>
                <button type="button" data-act="replaceCodes">Replace them</button>`
            : ''
        }
        <p><a href="/sign-in">Back</a></p>
      </div>
      ${keptCodes}
    `,
    { hasScript: true, csrfToken },
  )

/** A form may not be led to another host, so the way to the provider is a link. */
export const signedOutPage = (providerUrl: string): Promise<string> =>
  page(
    'Signed out',
    html`
      <h1>Signed out</h1>
      <p>
        You are still signed in at your identity provider.
        <a href="${providerUrl}">Sign out there as well</a>
      </p>
      <p><a href="/sign-in">Sign in again</a></p>
    `,
  )

const REFUSALS: Partial<Record<ErrorCode, [title: string, text: string]>> = {
  not_found: ['This link does not exist', 'Check that it was copied whole, or ask for a new one.'],
  link_used: ['This link was used already', 'Each link signs in once. Ask for a new one.'],
  link_expired: ['This link has ended', 'Ask for a new one, or your centre for a new invitation.'],
  centre_suspended: [
    'Your center is suspended',
    'Only its owners can sign in for now. Ask one of them.',
  ],
  other_browser: [
    'Open the link in the other browser',
    'It signs in only the browser that asked for it. Open it there, or ask for a new one here.',
  ],
  sso_refused: [
    'You were not signed in',
    'Begin again. If it happens again, ask whoever administers your center.',
  ],
  sso_required: [
    'Sign in by your identity provider',
    'Your center takes no links. Enter your address to be shown the way.',
  ],
  identity_provider_unavailable: [
    'Your identity provider does not answer',
    'Try once more in a minute. Where you are signed in already, you can go on.',
  ],
  passkey_refused: [
    'That was not accepted',
    'Try once more from the beginning, or another passkey or code.',
  ],
  second_factor_required: ['One more step', 'Your centre wants a second factor. Go on at Sign in.'],
  unauthenticated: ['You are not signed in', 'Your session has ended. Sign in again.'],
  rate_limited: ['Too many tries', 'Wait a minute, and try once more.'],
  service_unavailable: ['Not just now', 'Something is being repaired. Try once more in a minute.'],
}

export const signInRefusedPage = (code: ErrorCode): Promise<string> => {
  const [title, text] = REFUSALS[code] ?? ['That did not work', 'Try once more from the beginning.']
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/sign-in">Ask for a new link</a></p>`,
  )
}

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
          :focus-visible {
            outline: 3px solid #1a6fd4;
            outline-offset: 2px;
          }
          .bad {
            border-left: 4px solid #c62828;
            padding-left: 0.75rem;
          }
        </style>
      </head>
      <body ${csrfToken === undefined ? '' : html`data-csrf="${csrfToken}"`}>
        <main>
          ${body}
          <p id="status" role="status"></p>
        </main>
        ${hasScript ? raw(`<script>${PASSKEY_SCRIPT}</script>`) : ''}
      </body>
    </html>`
