import type { HttpContext } from '../http/http-context.ts'
import { send, wantsPage } from '../http/call.ts'
import { languageOf } from './language-of.ts'
import { leavingPage } from './sign-in-page.ts'
import { PLAIN_PAGE_POLICY } from './plain-page.ts'

/**
 * Responds to a form by leading to an identity provider. A browser gets a page that navigates there, because
 * our policy forbids redirecting a form to another host.
 */
export const sendToProvider = async (c: HttpContext, { href, host }: URL): Promise<Response> =>
  wantsPage(c)
    ? send(c, 200, await leavingPage({ href, host })(languageOf(c)), {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': PLAIN_PAGE_POLICY,
        Refresh: `0; url=${href}`,
      })
    : send(c, 303, '', { Location: href })
