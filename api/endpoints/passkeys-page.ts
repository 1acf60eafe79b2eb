import { html } from 'hono/html'
import type { Passkey } from '#staff/passkeys/schemas.ts'
import type { StepUpWays } from '#staff/step-up/find-step-up-ways.ts'
import { page } from './plain-page.ts'

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
      ? html`<form method="post" action="/sign-in/step-up/sso">
          <button>Continue to your identity provider</button>
        </form>`
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
        <h2>${passkeys.length > 0 ? 'Add another passkey' : 'Add a passkey'}</h2>
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
