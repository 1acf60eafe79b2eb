import { html } from 'hono/html'
import type { Language } from '#messaging/locales/languages.ts'
import { hasPart, textsOf, type SayOnPage } from '#messaging/locales/texts-of.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import type { SignInLink } from '#staff/sign-in/find-sign-in-link.ts'
import type { OfferedConnection } from '#staff/sso-connections/find-offered-connection.ts'
import { emphasized, page, type Localized } from './plain-page.ts'

/** The person of a session. */
interface SignedIn {
  name: string
  email: string
  centre: string
}

type Say = SayOnPage<'sign-in'>

const textsIn = (language: Language): Say => textsOf('pages', 'sign-in', language)

/** `/sign-in`: asks for the address to which the link is sent. */
export const askForEmailPage =
  ({ isWrong = false }: { isWrong?: boolean } = {}): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('title'),
      html`
        <h1>${say('title')}</h1>
        <p>${say('intro')}</p>
        ${isWrong ? html`<p class="bad" role="alert">${say('checkEmail')}</p>` : ''}
        <form method="post" action="/sign-in">
          <label
            >${say('email')}
            <input
              name="email"
              type="email"
              required
              autofocus
              maxlength="254"
              autocomplete="username"
          /></label>
          <button>${say('sendLink')}</button>
        </form>
        <div data-passkeys hidden>
          <p>${say('orPasskey')}</p>
          <button type="button" data-act="signIn">${say('withPasskey')}</button>
        </div>
      `,
      { hasScript: true, language },
    )
  }

/** Looks the same with or without an account: what it offers depends only on the domain. */
export const linkSentPage =
  (email: string, offered: OfferedConnection | undefined): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('mailbox'),
      html`
        ${
          offered
            ? html`<h1>${offered.centre}</h1>
                <p>${say('addressesLikeYours', { centre: offered.centre })}</p>
                ${ssoForm({ connectionId: offered.id, hint: email }, say)}`
            : ''
        }
        <h1>${say('mailbox')}</h1>
        <p>${emphasized((values) => say('onItsWay', values), { email })}</p>
        <p><a href="/sign-in">${say('otherAddress')}</a></p>
      `,
      { language },
    )
  }

/** The session of the browser, which ends when another one starts. */
export interface OpenSession extends SignedIn {
  id: string
}

interface Leaving {
  connectionId: string
  hint: string | undefined
  /** The session that ends. */
  open?: OpenSession | undefined
}

const ssoForm = ({ connectionId, hint, open }: Leaving, say: Say) => html`
  <form method="post" action="/sign-in/sso/${connectionId}">
    ${hint === undefined ? '' : html`<input type="hidden" name="login_hint" value="${hint}" />`}
    ${open ? html`<input type="hidden" name="endsSession" value="${open.id}" />` : ''}
    <button>${say('toProvider')}</button>
  </form>
`

const sessionEnds = ({ name, email, centre }: SignedIn, say: Say) => html`
  <p class="bad" role="alert">
    ${emphasized((values) => say('sessionEnds', { ...values, email, centre }), { name })}
  </p>
`

/** `/sign-in/sso/{connectionId}`: leads to the identity provider of a centre, under the centre's name. */
export const ssoPage =
  ({ centre, ...leaving }: Leaving & { centre: string }): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('titleAt', { centre }),
      html`
        <h1>${say('titleAt', { centre })}</h1>
        <p>${say('comeBack', { centre })}</p>
        ${leaving.open ? sessionEnds(leaving.open, say) : ''} ${ssoForm(leaving, say)}
        <p><a href="/sign-in">${say('cancel')}</a></p>
      `,
      { language },
    )
  }

export const leavingPage =
  ({ href, host }: { href: string; host: string }): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('continueTo', { host }),
      html`
        <h1>${say('moment')}</h1>
        <p>${say('onYourWay')} <a href="${href}">${host}</a></p>
      `,
      { language },
    )
  }

/** The page of a link. Its button uses the link. Viewing the page does not, because mail scanners view links. */
export const confirmPage =
  ({ centre, userName: name, purpose }: SignInLink, open: OpenSession | undefined): Localized =>
  (language) => {
    const say = textsIn(language)
    const confirming = (title: string, heading: string, text: unknown, button: string) =>
      page(
        title,
        html`
          <h1>${heading}</h1>
          <p>${text}</p>
          ${open ? sessionEnds(open, say) : ''}
          <form method="post"><button>${button}</button></form>
        `,
        { language },
      )
    const named = (part: 'workAs' | 'wantsProof' | 'youAre') =>
      emphasized((values) => say(part, { ...values, centre }), { name })
    switch (purpose) {
      case 'INVITATION':
        return confirming(
          say('invitation', { centre }),
          say('invited', { centre }),
          named('workAs'),
          say('accept'),
        )
      case 'STEP_UP':
        return confirming(
          say('confirmAt', { centre }),
          say('isItYou'),
          named('wantsProof'),
          say('yesItIsMe'),
        )
      case 'SIGN_IN':
      case 'OPERATOR':
        return confirming(
          say('titleAt', { centre }),
          say('titleAt', { centre }),
          named('youAre'),
          say('title'),
        )
    }
  }

export const signedInPage =
  ({ name, email, centre }: SignedIn): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('signedInTo', { centre }),
      html`
        <h1>${centre}</h1>
        <p>${emphasized((values) => say('signedInAs', { ...values, email }), { name })}</p>
        <ul>
          <li><a href="/sign-in/passkeys">${say('passkeys')}</a></li>
          <li><a href="/v1/me">${say('permissions')}</a></li>
          <li><a href="/v1/user-sessions">${say('sessions')}</a></li>
          <li><a href="/docs">${say('api')}</a></li>
        </ul>
        <form method="post" action="/sign-out"><button>${say('signOut')}</button></form>
      `,
      { language },
    )
  }

/** A form cannot redirect to another host, so the way to the provider is a link. */
export const signedOutPage =
  (providerUrl: string): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('signedOut'),
      html`
        <h1>${say('signedOut')}</h1>
        <p>${say('stillThere')} <a href="${providerUrl}">${say('signOutThere')}</a></p>
        <p><a href="/sign-in">${say('signInAgain')}</a></p>
      `,
      { language },
    )
  }

export const signInRefusedPage =
  (code: ErrorCode): Localized =>
  (language) => {
    const say = textsOf('pages', 'sign-in-refusals', language)
    const title = `${code}.title`
    const text = `${code}.text`
    const heading = say(hasPart('pages', 'sign-in-refusals', title) ? title : 'other.title')
    return page(
      heading,
      html`<h1>${heading}</h1>
        <p>${say(hasPart('pages', 'sign-in-refusals', text) ? text : 'other.text')}</p>
        <p><a href="/sign-in">${textsIn(language)('newLink')}</a></p>`,
      { language },
    )
  }
