import { html } from 'hono/html'
import type { Language } from '#messaging/locales/languages.ts'
import { textsOf, type SayOnPage } from '#messaging/locales/texts-of.ts'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import type { DomainError } from '#platform/core/errors/errors.ts'
import type { AuthorizationRequest } from '#staff/delegated-keys/rules.ts'
import type { Me } from '#staff/users/get-me.ts'
import type { Parameters } from './oauth-request.ts'
import { emphasized, page, type Localized } from './plain-page.ts'

const textsIn = (language: Language): SayOnPage<'delegation'> =>
  textsOf('pages', 'delegation', language)

/** Shown if nobody is signed in in this browser. The way back is the same address. */
export const signInFirstPage =
  (path: string): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('signInFirst'),
      html`
        <h1>${say('signInFirst')}</h1>
        <p>${say('notSignedIn')}</p>
        <ol>
          <li><a href="/sign-in" target="_blank" rel="noopener">${say('signInStep')}</a></li>
          <li><a href="${path}">${say('thenContinue')}</a></li>
        </ol>
      `,
      { language },
    )
  }

interface Asking {
  request: AuthorizationRequest
  person: Me
  /** The lifetimes that can be chosen, in days. */
  days: number[]
  /** The parameters of the request, sent along with the decision. */
  parameters: Parameters
}

/** Shows which program asks for what, for whom and where, before anything is allowed. */
export const allowPage =
  ({ request, person, days, parameters }: Asking): Localized =>
  (language) => {
    const say = textsIn(language)
    const { name, organization } = person
    const isLimited = request.scopes.length !== DEFAULT_SCOPES.length
    return page(
      say('title'),
      html`
        <h1>${say('title')}</h1>
        <p>${emphasized((values) => say('callsItself', values), { program: request.name })}</p>
        <p>
          ${emphasized((values) => say(isLimited ? 'actsWithin' : 'actsAs', values), {
            name,
            centre: organization.name,
            scopes: request.scopes.join(', '),
          })}
          ${say('cannot')}
        </p>
        <p>
          ${emphasized((values) => say('onlyIfStarted', values), {
            command: html`<code>therapy login</code>`,
          })}
        </p>
        <form method="post" action="/oauth/authorize">
          ${[...parameters].map(
            ([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`,
          )}
          <p>
            <label
              >${say('validFor')}
              <select name="days">
                ${days.map(
                  (count) =>
                    html`<option value="${count}" ${count === days.at(-1) ? 'selected' : ''}>
                      ${say('days', { days: count })}
                    </option>`,
                )}
              </select></label
            >
          </p>
          <button name="decision" value="allow">${say('allow')}</button>
          <button name="decision" value="refuse">${say('refuse')}</button>
        </form>
      `,
      { language },
    )
  }

/** A form cannot redirect to another host, so the page itself sends the browser back. */
export const backPage =
  (back: URL | undefined, code?: string): Localized =>
  (language) => {
    const say = textsIn(language)
    const title = say(code === undefined ? 'refused' : 'allowed')
    const copied = html`<p>${say('copyCode')}</p>
      <p><code style="overflow-wrap:anywhere">${code}</code></p>`
    return page(
      title,
      html`
        ${back ? html`<meta http-equiv="refresh" content="0;url=${back.href}" />` : ''}
        <h1>${title}</h1>
        ${back ? html`<p><a href="${back.href}">${say('backToProgram')}</a></p>` : code ? copied : ''}
        ${
          code === undefined
            ? ''
            : html`<p>${say('revokeAt')} <a href="/v1/user-sessions">${say('sessions')}</a></p>`
        }
      `,
      { language },
    )
  }

/** The request is invalid, or the centre does not allow it: nothing is sent to the program. */
export const refusedRequestPage =
  ({ message }: DomainError): Localized =>
  (language) => {
    const say = textsIn(language)
    return page(
      say('failed'),
      html`<h1>${say('failed')}</h1>
        <p>${message}</p>
        <p>${say('startAgain')}</p>`,
      { language },
    )
  }
