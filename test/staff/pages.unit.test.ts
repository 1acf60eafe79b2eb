import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import { ERROR_CODES } from '#platform/core/errors/error-codes.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import {
  allowPage,
  backPage,
  refusedRequestPage,
  signInFirstPage,
} from '../../api/endpoints/authorize-page.ts'
import {
  signedInPage as operatorPage,
  signInPage,
} from '../../api/endpoints/operator-sign-in-page.ts'
import {
  factorPage,
  passkeysPage,
  stepUpLinkSentPage,
  stepUpPage,
} from '../../api/endpoints/passkeys-page.ts'
import type { Localized } from '../../api/endpoints/plain-page.ts'
import {
  askForEmailPage,
  confirmPage,
  leavingPage,
  linkSentPage,
  signedInPage,
  signedOutPage,
  signInRefusedPage,
  ssoPage,
} from '../../api/endpoints/sign-in-page.ts'

/** A value with markup, which every page must escape. */
const NAME = 'Ana <b>Ruiz</b>'
const signedIn = { name: NAME, email: 'ana@example.org', centre: 'Sunrise' }
const open = { ...signedIn, id: 'ses_1' }
const link = (purpose: 'INVITATION' | 'STEP_UP' | 'SIGN_IN' | 'OPERATOR') =>
  ({ centre: 'Sunrise', userName: NAME, purpose }) as Parameters<typeof confirmPage>[0]
const ways = (...found: Parameters<typeof stepUpPage>[0]['ways']) =>
  ({ ways: found }) as Parameters<typeof stepUpPage>[0]
const passkey = (isBackedUp: boolean, lastUsedAt: string | null) =>
  ({
    id: 'psk_1',
    name: NAME,
    createdAt: '2026-11-01T08:00:00Z',
    lastUsedAt,
    isBackedUp,
  }) as Parameters<typeof passkeysPage>[0]['passkeys'][number]
const asking = (scopes: readonly string[]) =>
  ({
    request: { name: NAME, scopes },
    person: { name: NAME, organization: { name: 'Sunrise' } },
    days: [1, 30],
    parameters: new Map([['state', NAME]]),
  }) as unknown as Parameters<typeof allowPage>[0]
const addresses = { publicUrl: 'https://api.example.org', uiOrigin: 'https://ui.example.org' }

const PAGES: Readonly<Record<string, Localized>> = {
  'sign in': askForEmailPage(),
  'sign in after a wrong address': askForEmailPage({ isWrong: true }),
  'link sent': linkSentPage(NAME, undefined),
  'link sent, with a provider': linkSentPage(NAME, { id: 'sso_1', centre: 'Sunrise' }),
  'identity provider': ssoPage({ connectionId: 'sso_1', hint: NAME, centre: 'Sunrise', open }),
  leaving: leavingPage({ href: 'https://idp.example.org/x', host: 'idp.example.org' }),
  invitation: confirmPage(link('INVITATION'), open),
  'step-up by link': confirmPage(link('STEP_UP'), undefined),
  'sign-in by link': confirmPage(link('SIGN_IN'), undefined),
  'signed in': signedInPage(signedIn),
  'signed out': signedOutPage('https://idp.example.org/out'),
  'first passkey': factorPage(ways('FIRST_PASSKEY')),
  'second factor': factorPage(ways('PASSKEY', 'RECOVERY_CODE')),
  'step-up': stepUpPage(ways('PASSKEY', 'RECOVERY_CODE', 'IDENTITY_PROVIDER', 'LINK')),
  'step-up link sent': stepUpLinkSentPage(),
  'no passkeys': passkeysPage({ passkeys: [], recoveryCodesLeft: 0, csrfToken: 't' }),
  passkeys: passkeysPage({
    passkeys: [passkey(true, '2026-11-02T08:00:00Z'), passkey(false, null)],
    recoveryCodesLeft: 1,
    csrfToken: 't',
  }),
  'sign in before allowing': signInFirstPage('/oauth/authorize?state=1'),
  allow: allowPage(asking(DEFAULT_SCOPES)),
  'allow some scopes': allowPage(asking(['bookings', 'children.read'])),
  allowed: backPage(new URL('http://127.0.0.1:9000/?code=x'), 'x'),
  'allowed, code to copy': backPage(undefined, 'x'),
  refused: backPage(undefined),
  'request refused': refusedRequestPage(new DomainError('validation_failed', NAME)),
  operators: signInPage(addresses),
  'operators, token refused': signInPage(addresses, 'refused'),
  operator: operatorPage({ name: NAME, expiresAt: new Date(0) }, addresses),
  ...Object.fromEntries(
    ERROR_CODES.map((code) => [`refused with ${code}`, signInRefusedPage(code)] as const),
  ),
}

/** The words that a person reads: what is left without markup, styles and scripts. */
const wordsOf = (page: string) =>
  page
    .replace(/<(style|script)>[^]*?<\/\1>/g, '')
    .replace(/<header[^]*?<\/header>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe.each(Object.entries(PAGES))('the page "%s"', (_, shown) => {
  test.each(LANGUAGES)('has all its texts, filled in and escaped: %s', async (language) => {
    const page = (await shown(language)).trim()
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).not.toContain('<b>')
    expect(wordsOf(page)).not.toMatch(/undefined|\[object|\{\w+[,}]|\0/)
  })

  test('has a different text in each language', async () => {
    const words = await Promise.all(LANGUAGES.map(async (it) => wordsOf(await shown(it))))
    expect(new Set(words).size).toBe(LANGUAGES.length)
  })
})
