import { html } from 'hono/html'
import type { Language } from '#messaging/locales/languages.ts'
import { textsOf, type SayOnPage } from '#messaging/locales/texts-of.ts'
import type { Passkey } from '#staff/passkeys/schemas.ts'
import type { StepUpWays } from '#staff/step-up/find-step-up-ways.ts'
import { page, type Localized } from './plain-page.ts'

type Say = SayOnPage<'passkeys'>

const textsIn = (language: Language): Say => textsOf('pages', 'passkeys', language)

/**
 * For a person who signed in through a link at a centre that requires a second factor. Nothing else is
 * accessible before it.
 */
export const factorPage =
  (found: StepUpWays): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('oneMoreStep'),
      html`
        <div id="main">
          <h1>${say('oneMoreStep')}</h1>
          ${
            found.ways.includes('FIRST_PASSKEY')
              ? html`<p>${say('registerFirst')}</p>
                  ${registration(say)}`
              : html`<p>${say('moreThanLink')}</p>
                  ${waysOf(found, say)}`
          }
          <form method="post" action="/sign-out">
            <button class="plain">${say('signOut')}</button>
          </form>
        </div>
        ${keptCodes(say)}
      `,
      { hasScript: true, language },
    )
  }

/** The ways in which a person can prove their identity again. */
export const stepUpPage =
  (found: StepUpWays): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('isItYou'),
      html`
        <h1>${say('isItYou')}</h1>
        <p>${say('freshProof')}</p>
        ${waysOf(found, say)}
        <p><a href="/sign-in">${say('notNow')}</a></p>
      `,
      { hasScript: true, language },
    )
  }

export const stepUpLinkSentPage = (): Localized => (language) => {
  const say = textsIn(language)
  return page(
    say('mailbox'),
    html`
      <h1>${say('mailbox')}</h1>
      <p>${say('onItsWay')}</p>
    `,
    { language },
  )
}

const waysOf = ({ ways }: StepUpWays, say: Say) => html`
  ${
    ways.includes('PASSKEY')
      ? html`<div data-passkeys hidden>
          <button type="button" data-act="stepUp">${say('showPasskey')}</button>
        </div>`
      : ''
  }
  ${
    ways.includes('RECOVERY_CODE')
      ? html`<form method="post" action="/sign-in/step-up">
          <label
            >${say('recoveryCode')}
            <input name="recoveryCode" required maxlength="50" autocomplete="off" /></label
          ><button>${say('useCode')}</button>
        </form>`
      : ''
  }
  ${
    ways.includes('IDENTITY_PROVIDER')
      ? html`<form method="post" action="/sign-in/step-up/sso">
          <button>${say('toProvider')}</button>
        </form>`
      : ''
  }
  ${
    ways.includes('LINK')
      ? html`<form method="post" action="/sign-in/step-up/link">
          <button>${say('sendLink')}</button>
        </form>`
      : ''
  }
`

const registration = (say: Say) => html`
  <form>
    <label
      >${say('device')} <input id="name" name="name" required maxlength="100" autocomplete="off"
    /></label>
    <div data-passkeys hidden>
      <button data-act="register">${say('register')}</button>
    </div>
  </form>
`

const keptCodes = (say: Say) => html`
  <div id="kept" tabindex="-1" hidden>
    <h1>${say('keepCodes')}</h1>
    <p>${say('codesAbout')}</p>
    <ol id="codes"></ol>
    <p><a href="/sign-in">${say('kept')}</a></p>
  </div>
`

/** `/sign-in/passkeys`: the caller's passkeys. */
export const passkeysPage =
  ({
    passkeys,
    recoveryCodesLeft,
    csrfToken,
  }: {
    passkeys: Passkey[]
    recoveryCodesLeft: number
    csrfToken: string
  }): Localized =>
  (language) => {
    const say = textsIn(language)
    const dayOf = (instant: string | null): string => instant?.slice(0, 10) ?? say('never')
    return page(
      say('title'),
      html`
        <div id="main">
          <h1>${say('title')}</h1>
          <p>${say('about')}</p>
          ${passkeys.map(
            ({ id, name, createdAt, lastUsedAt, isBackedUp }) => html`
              <form>
                <label
                  >${say('name')} <input id="name-${id}" value="${name}" required maxlength="100"
                /></label>
                <p>
                  ${say('since', { createdOn: dayOf(createdAt), lastUsedOn: dayOf(lastUsedAt) })}
                  ${say('backedUp', { isBackedUp })}
                </p>
                <button data-act="rename" data-id="${id}">${say('rename')}</button>
                <button data-act="revoke" data-id="${id}" class="plain">${say('revoke')}</button>
              </form>
            `,
          )}
          <h2>${say(passkeys.length > 0 ? 'addAnother' : 'add')}</h2>
          ${registration(say)}
          ${
            passkeys.length > 0
              ? html`<h2>${say('codes')}</h2>
                  <p>${say('codesLeft', { left: recoveryCodesLeft })}</p>
                  <button type="button" data-act="replaceCodes">${say('replaceCodes')}</button>`
              : ''
          }
          <p><a href="/sign-in">${say('back')}</a></p>
        </div>
        ${keptCodes(say)}
      `,
      { hasScript: true, csrfToken, language },
    )
  }
