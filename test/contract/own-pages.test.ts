import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../support/api.ts'
import { expectProblem, expectStandingHeaders } from './expectations.ts'

/** What browsers see: one header on all our pages, and no JSON for a broken link. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

/** The request of Chromium for a page. */
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const open = (path: string) => api.anonymous().send<string>({ path, headers: { accept: ACCEPT } })

const PAGES = ['/', '/docs', '/docs/quickstart', '/docs/guides', '/docs/errors', '/docs/records']

test.each([...PAGES, '/sign-in'])(
  '%s has the site header and fits a small screen',
  async (path) => {
    const { status, text, headers } = await open(path)
    expect([status, headers.get('content-type')?.toLowerCase()]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(text.match(/<header class="site">/g)).toHaveLength(1)
    expect(text).toContain('width=device-width')
    expect(text).toContain('prefers-color-scheme: dark')
  },
)

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Anmelden'],
  ['fr, es;q=0.7', 'es', 'Iniciar sesión'],
  ['pl', 'en', 'Sign in'],
])('the sign-in page follows Accept-Language: %s', async (accepted, language, title) => {
  const { text } = await api.anonymous().send<string>({
    path: '/sign-in',
    headers: { accept: ACCEPT, 'accept-language': accepted },
  })
  expect(text).toContain(`<html lang="${language}">`)
  expect(text).toContain(`<h1>${title}</h1>`)
})

describe.each([
  ['/docs/nothing', 404],
  ['/nowhere', 404],
  ['/v1/me', 401],
  ['/sign-in/links/nothing', 404],
])('%s', (path, status) => {
  test('is an HTML page for a browser', async () => {
    const answer = await open(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
    expect(answer.text).toContain('<header class="site">')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expectStandingHeaders(answer)
  })

  test('is a problem document for a program', async () => {
    const { body, ...answer } = await api.anonymous().get(path)
    expectProblem({ ...answer, body }, (body as { code: never }).code)
  })
})
