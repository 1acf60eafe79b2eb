import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { create, newChild, newClient, refusal, type Resource } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { compactHtml } from '../../support/compact-html.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const OPTIONS = ['often', 'never'].map((value) => ({ value, label: value, weight: 1 }))
const DEFINITION = {
  signature: true,
  sections: [
    {
      title: 'Sleep',
      text: 'At <night>.',
      questions: [
        { type: 'YES_NO', key: 'bad', label: 'Badly?', help: 'In "four" weeks.', required: true },
        {
          type: 'CHOICES',
          key: 'when',
          label: 'When?',
          options: OPTIONS,
          showIf: { question: 'bad', op: 'EQUALS', value: true },
        },
        { type: 'NUMBER', key: 'hours', label: 'Hours?', max: 24 },
        { type: 'DATE', key: 'since', label: 'Since?' },
      ],
    },
    {
      title: 'More',
      showIf: { question: 'when', op: 'INCLUDES', value: 'often' },
      questions: [{ type: 'LONG_TEXT', key: 'more', label: 'Tell us', required: true }],
    },
  ],
}

/** A requested form, and a link for each of the given number of guardians. */
const family = async ({ language = 'en' }: { language?: 'en' | 'de' } = {}) => {
  const client = await api.createTenant()
  const { id: templateId } = await create(client, '/v1/form-templates', {
    name: 'Intake & more',
    definition: DEFINITION,
  })
  await client.post(`/v1/form-templates/${templateId}/publish`)
  const { id: childId } = await newChild(client)
  const { id } = await create(client, '/v1/form-responses', { childId, templateId, ask: false })
  const link = async () => {
    const { id: recipientId } = await newClient(client)
    await create(client, '/v1/guardianships', {
      childId,
      clientId: recipientId,
      relationship: 'mother',
      legal: true,
      billing: false,
    })
    const ctx = systemContext(api.services.platform, { tenantId: client.tenantId, action: 'test' })
    const { path } = await transact(ctx, 'messages:write', (tx) =>
      createLink(tx, {
        purpose: 'form',
        subject: { type: 'formResponse', id },
        recipientId,
        language,
        expiresAt: new Date(tx.now.getTime() + 86_400_000),
      }),
    )
    return { path, recipientId }
  }
  const shown = async () => (await client.get<Resource>(`/v1/form-responses/${id}`)).body
  return { client, id, link, shown, ...(await link()) }
}

const person = () => api.anonymous()
const post = (path: string, body: string) =>
  person().send<string>({ method: 'POST', path, headers: { ...BROWSER, ...FORM }, body })
const page = async (path: string) => (await person().send<string>({ path, headers: BROWSER })).text
/** The fields of the form as a browser sends them, except the given ones. */
const send = async (path: string, given: Record<string, string>) => {
  const [, shown = ''] = /name="_shown" value="([^"]*)"/.exec(await page(path)) ?? []
  return post(path, String(new URLSearchParams({ _shown: shown, ...given })))
}
const SIGNED = { _signature: 'Mara Weiss' }

describe('a form behind a link', () => {
  test('is a page of the centre: labels, help, groups, one column', async () => {
    const { path } = await family()
    const text = await page(path)
    for (const part of [
      '<html lang="en">',
      '<h1>Intake &amp; more</h1>',
      '<p class="from">Test centre</p>',
      '<p>This form is about Lena.</p>',
      '<h2>Sleep</h2><p class="help">At &lt;night&gt;.</p>',
      '<legend>Badly?</legend>',
      '<p class="help" id="bad-help">In &quot;four&quot; weeks.</p>',
      'aria-describedby="bad-help"',
      '<label for="hours">Hours? (optional)</label>',
      'inputmode="decimal"',
      'type="date" id="since"',
      'Your full name, as your signature',
      'formnovalidate>Save for later',
      'name="_shown" value="bad hours since"',
    ])
      expect(compactHtml(text)).toContain(part)
    // Dependent questions appear after their answer; the script of the page shows them immediately.
    for (const name of ['when', 'more'])
      expect(compactHtml(text)).toMatch(
        new RegExp(`<div class="question" data-question="${name}"[^>]* hidden>`),
      )
    expect(compactHtml(text)).toContain('<fieldset id="when" tabindex="-1" disabled>')
    const script = /<script>([\s\S]*)<\/script>/.exec(text)?.[1] ?? ''
    const { headers } = await person().send({ path, headers: BROWSER })
    expect(headers.get('content-security-policy')).toContain(
      `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    )
  })

  test('shows questions by the answers without a script, keeps the input, and is submitted once', async () => {
    const { path, shown, recipientId } = await family()
    const given = { bad: 'yes', hours: '6,5', ...SIGNED }
    const more = await send(path, given)
    expect(more.status).toBe(200)
    for (const part of [
      '<title>Intake &amp; more · ',
      'class="more" role="status"',
      '<a href="#when">When?</a>: We ask this because of your other answers.',
      'type="checkbox" name="when" value="often"',
      'name="bad" value="yes" required checked',
      'value="6,5"',
      'value="Mara Weiss"',
    ])
      expect(compactHtml(more.text)).toContain(part)
    expect(await shown()).toMatchObject({ status: 'OPEN', answers: {} })
    // Other errors are reported in the same response.
    const both = await send(path, { ...given, hours: '25' })
    expect(both.status).toBe(400)
    for (const name of ['when', 'hours'])
      expect(both.text).toContain(`<p class="problem" id="${name}-problem">`)

    const seen = { _shown: 'bad when hours since', ...given }
    const missing = await post(path, `${String(new URLSearchParams(seen))}&when=often&when=never`)
    expect(missing.text).toContain('<a href="#more">Tell us</a>')
    const whole = {
      ...seen,
      _shown: 'bad when hours since more',
      more: 'A\nB',
      since: '2026-01-31',
    }
    const done = await post(path, `${String(new URLSearchParams(whole))}&when=often&when=never`)
    expect([done.status, done.text.includes('<h1>Thank you</h1>')]).toEqual([200, true])
    expect(await shown()).toMatchObject({
      status: 'SUBMITTED',
      clientId: recipientId,
      answers: {
        bad: true,
        when: ['often', 'never'],
        hours: 6.5,
        since: '2026-01-31',
        more: 'A\nB',
      },
      signature: { signedName: 'Mara Weiss', clientId: recipientId },
    })
    for (const again of [await send(path, given), await person().get<string>(path)])
      expect(again.status).toBe(410)
    expect((await send(path, given)).text).toContain('<h1>Already answered</h1>')
  })

  test('drops answers to hidden questions sent by a page, and refuses them from a program', async () => {
    const { path, shown } = await family()
    const hidden = { bad: false, when: ['often'], ...SIGNED }
    expect(refusal(await person().post(path, hidden))).toEqual([
      400,
      'validation_failed',
      'when: not_allowed',
    ])
    const done = await send(path, { bad: 'no', when: 'often', ...SIGNED })
    expect(done.status).toBe(200)
    expect((await shown())['answers']).toEqual({ bad: false })
  })

  test('is saved and continued through the same link, complete or not', async () => {
    const { path, shown } = await family({ language: 'de' })
    const saved = await send(path, { hours: '7', _save: 'true' })
    expect([saved.status, saved.text.includes('<h1>Gespeichert</h1>')]).toEqual([200, true])
    expect(await shown()).toMatchObject({ status: 'OPEN', answers: { hours: 7 } })
    expect(compactHtml(await page(path))).toContain('name="hours" value="7"')
    const wrong = await send(path, { hours: 'seven', _save: 'true' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Diese Antwort hat nicht die richtige Form.')
    expect(wrong.text).toContain('value="seven"')
    expect((await send(path, { bad: 'no', hours: '7', ...SIGNED })).status).toBe(200)
    expect(await shown()).toMatchObject({ status: 'SUBMITTED', answers: { bad: false, hours: 7 } })
  })

  test.each<[object, string[]]>([
    [{ ...SIGNED }, ['bad: required']],
    [{ bad: false }, ['_signature: required']],
    [{ bad: 'perhaps', ...SIGNED }, ['bad: invalid_type']],
    [{ bad: false, hours: 'x', ...SIGNED }, ['hours: invalid_type']],
    [{ bad: false, hours: 25, ...SIGNED }, ['hours: out_of_range']],
    [{ bad: false, nothing: 1, ...SIGNED }, ['nothing: unknown_member']],
    [{ bad: { a: 1 }, ...SIGNED }, ['bad: invalid_value']],
    [{ bad: false, _signature: ['a'] }, ['_signature: invalid_value']],
    [{ bad: null, when: null }, ['bad: invalid_value', 'when: invalid_value']],
  ])('refuses %j with %j and stays usable', async (given, issues) => {
    const { path } = await family()
    expect(refusal(await person().post(path, given))).toEqual([400, 'validation_failed', ...issues])
    const asPage = await person().send<string>({
      method: 'POST',
      path,
      headers: { ...BROWSER, 'content-type': 'application/json' },
      body: JSON.stringify(given),
    })
    expect(asPage.status).toBe(400)
    expect(asPage.text).toContain('<h1>Intake')
    expect((await person().post(path, { bad: false, ...SIGNED })).status).toBe(200)
  })

  test('explains errors in the words of the page, and accepts true in JSON', async () => {
    const { path } = await family()
    const refused = await person().post<{ detail: string }>(path, { bad: 'true', ...SIGNED })
    expect(refused.body).toMatchObject({ detail: 'bad must be true or false.' })
    expect((await person().post(path, { bad: true, when: ['never'], ...SIGNED })).status).toBe(200)
  })

  test('is answered by one guardian, and the link of the other guardian ends, as do all links on cancellation', async () => {
    const { path, link } = await family()
    const other = await link()
    expect((await person().post(path, { bad: false, ...SIGNED })).status).toBe(200)
    for (const late of [
      await person().get(other.path),
      await person().post(other.path, { bad: false, ...SIGNED }),
    ])
      expect(refusal(late)).toEqual([410, 'link_used'])

    const cancelled = await family()
    await cancelled.client.post(`/v1/form-responses/${cancelled.id}/cancel`, { reason: 'Moved.' })
    expect(refusal(await person().get(cancelled.path))).toEqual([410, 'link_expired'])
  })

  test('expires', async () => {
    const { path } = await family()
    const begin = api.clock.now()
    api.clock.advance(86_400_000)
    const late = [await person().get(path), await person().post(path, { bad: false, ...SIGNED })]
    api.clock.set(begin)
    for (const answer of late) expect(refusal(answer)).toEqual([410, 'link_expired'])
  })

  test('describes itself to a program', async () => {
    const { path } = await family()
    expect((await person().get(path)).body).toMatchObject({
      purpose: 'form',
      title: 'Intake & more',
      fields: [
        { name: '_section0', type: 'SECTION', label: 'Sleep' },
        {
          name: 'bad',
          type: 'CHOICE',
          required: true,
          options: [{ value: 'yes' }, { value: 'no' }],
        },
        {
          name: 'when',
          type: 'CHOICES',
          isHidden: true,
          showIf: [{ question: 'bad', op: 'EQUALS', value: true }],
        },
        { name: 'hours', type: 'NUMBER', required: false },
        { name: 'since', type: 'DATE' },
        { name: '_section1', type: 'SECTION', label: 'More' },
        { name: 'more', type: 'TEXT', isHidden: true },
        { name: '_signature', type: 'LINE', required: true },
      ],
    })
  })
})
