import { html } from 'hono/html'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import type { DomainError } from '#platform/core/errors/errors.ts'
import type { AuthorizationRequest } from '#staff/delegated-keys/rules.ts'
import type { Me } from '#staff/users/get-me.ts'
import type { Parameters } from './oauth-request.ts'
import { page } from './plain-page.ts'

/** Nobody is signed in in this browser; the way back is the same address. */
export const signInFirstPage = (path: string): Promise<string> =>
  page(
    'Sign in first',
    html`
      <h1>Sign in first</h1>
      <p>A program wants to act for you. You are not signed in in this browser.</p>
      <ol>
        <li>
          <a href="/sign-in" target="_blank" rel="noopener">Sign in</a>, in a page of its own.
        </li>
        <li><a href="${path}">Go on here</a> when you are.</li>
      </ol>
    `,
  )

interface Asking {
  request: AuthorizationRequest
  person: Me
  /** How long it may be allowed for. */
  days: number[]
  /** What was asked, as it is sent along with the answer. */
  parameters: Parameters
}

/** Says who asks for what, for whom and where, before anything is allowed. */
export const allowPage = ({ request, person, days, parameters }: Asking): Promise<string> =>
  page(
    'May a program act for you?',
    html`
      <h1>May a program act for you?</h1>
      <p>It calls itself <strong>${request.name}</strong>.</p>
      <p>
        It would act as <strong>${person.name}</strong> in
        <strong>${person.organization.name}</strong>, with what your roles
        allow${
          request.scopes.length === DEFAULT_SCOPES.length
            ? ''
            : html`, within <strong>${request.scopes.join(', ')}</strong>`
        }.
        It cannot sign notes, approve, or manage people, keys and settings.
      </p>
      <p>
        Allow it only if you started it yourself a moment ago, with <code>therapy login</code>. If
        somebody sent you here, refuse.
      </p>
      <form method="post" action="/oauth/authorize">
        ${[...parameters].map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <p>
          <label
            >For
            <select name="days">
              ${days.map(
                (count) =>
                  html`<option value="${count}" ${count === days.at(-1) ? 'selected' : ''}>
                    ${count === 1 ? '1 day' : `${count} days`}
                  </option>`,
              )}
            </select></label
          >
        </p>
        <button name="decision" value="allow">Allow</button>
        <button name="decision" value="refuse">Refuse</button>
      </form>
    `,
  )

/** A form may not be led to another host, so the browser is sent back by the page itself. */
export const backPage = (back: URL | undefined, code?: string): Promise<string> => {
  const title = code === undefined ? 'Refused' : 'Allowed'
  const copied = html`<p>Copy this into the program that asked, within five minutes:</p>
    <p><code style="overflow-wrap:anywhere">${code}</code></p>`
  return page(
    title,
    html`
      ${back ? html`<meta http-equiv="refresh" content="0;url=${back.href}" />` : ''}
      <h1>${title}</h1>
      ${back ? html`<p><a href="${back.href}">Go back to the program</a></p>` : code ? copied : ''}
      <p>
        <a href="/v1/user-sessions">Where you are signed in</a> lists it; it can be revoked there.
      </p>
    `,
  )
}

/** What asks is wrong, or the centre has none of it: nothing is sent anywhere. */
export const refusedRequestPage = ({ message }: DomainError): Promise<string> =>
  page(
    'That did not work',
    html`<h1>That did not work</h1>
      <p>${message}</p>
      <p>Begin again from the program that sent you here.</p>`,
  )
