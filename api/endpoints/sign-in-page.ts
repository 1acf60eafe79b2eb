import { html } from 'hono/html'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import type { SignInLink } from '#staff/sign-in/find-sign-in-link.ts'
import type { OfferedConnection } from '#staff/sso-connections/find-offered-connection.ts'
import { page } from './plain-page.ts'

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
          ? html`<h1>${offered.centre}</h1>
              <p>Addresses like yours sign in by the identity provider of ${offered.centre}.</p>
              ${ssoForm({ connectionId: offered.id, hint: email })}`
          : ''
      }
      <h1>Look into your mailbox</h1>
      <p>
        If <strong>${email}</strong> is known, a link is on its way. Open it in this browser within
        15 minutes. If it does not come, check the spelling and the spam folder, or ask the
        administrator of your centre.
      </p>
      <p><a href="/sign-in">Use another address</a></p>
    `,
  )

/** The session that a browser has, which ends when another begins. */
export interface OpenSession extends SignedIn {
  id: string
}

interface Leaving {
  connectionId: string
  hint: string | undefined
  /** The session that ends. */
  open?: OpenSession | undefined
}

const ssoForm = ({ connectionId, hint, open }: Leaving) => html`
  <form method="post" action="/sign-in/sso/${connectionId}">
    ${hint === undefined ? '' : html`<input type="hidden" name="login_hint" value="${hint}" />`}
    ${open ? html`<input type="hidden" name="endsSession" value="${open.id}" />` : ''}
    <button>Continue to the identity provider</button>
  </form>
`

const sessionEnds = ({ name, email, centre }: SignedIn) => html`
  <p class="bad" role="alert">
    You are signed in to ${centre} as <strong>${name}</strong> (${email}). If you go on, you are
    signed out there.
  </p>
`

/** `/sign-in/sso/{connectionId}`: the way to the provider of a centre, in the name of the centre. */
export const ssoPage = ({ centre, ...leaving }: Leaving & { centre: string }): Promise<string> =>
  page(
    `Sign in to ${centre}`,
    html`
      <h1>Sign in to ${centre}</h1>
      <p>You sign in at the identity provider of ${centre}, and come back.</p>
      ${leaving.open ? sessionEnds(leaving.open) : ''} ${ssoForm(leaving)}
      <p><a href="/sign-in">Cancel</a></p>
    `,
  )

export const leavingPage = ({ href, host }: { href: string; host: string }): Promise<string> =>
  page(
    `Continue to ${host}`,
    html`
      <h1>One moment</h1>
      <p>You are on your way to <a href="${href}">${host}</a>.</p>
    `,
  )

/** What a link leads to: it is used up by the button, not by looking, for mail scanners look. */
export const confirmPage = (
  { centre, userName, purpose }: SignInLink,
  open: OpenSession | undefined,
): Promise<string> => {
  const warning = open ? sessionEnds(open) : ''
  switch (purpose) {
    case 'INVITATION':
      return page(
        `Invitation to ${centre}`,
        html`
          <h1>${centre} has invited you</h1>
          <p>You will work there as <strong>${userName}</strong>.</p>
          ${warning}
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
          ${warning}
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
          ${warning}
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
    'Your centre is suspended',
    'Only its owners can sign in for now. Ask one of them.',
  ],
  other_browser: [
    'Open the link in the other browser',
    'It signs in only the browser that asked for it. Open it there, or ask for a new one here.',
  ],
  sso_refused: [
    'You were not signed in',
    'Begin again. If it happens again, ask the administrator of your centre.',
  ],
  sso_required: [
    'Sign in by your identity provider',
    'Your centre takes no links. Enter your address to be shown the way.',
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
  timed_out: ['That took too long', 'The platform is busy just now. Try once more in a minute.'],
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
