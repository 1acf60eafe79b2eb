import { afterAll, beforeAll, expect, test } from 'vitest'
import { open } from '#messaging/messages/seal.ts'
import { createWorld, type World } from '../contract/world.ts'
import { create } from '../resources/centre.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { compactHtml } from '../support/compact-html.ts'

let api: TestApi
let world: World
beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(() => api[Symbol.asyncDispose]())

const BROWSER = { accept: 'text/html' }
const FORM = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' }

/** The link sent to the family of a program. */
const linkOf = async (program: object) => {
  const child = await world.child({ birthDate: '2025-04-30' })
  const { id: programId } = await create(world.client, '/v1/early-intervention-programs', {
    childId: child.id,
    referralReceivedOn: '2026-10-05',
    ...program,
  })
  const { id: clientId } = await world.family()
  await world.client.patch(`/v1/clients/${clientId}`, { email: 'mara@example.com' })
  const guardianship = {
    childId: child.id,
    clientId,
    relationship: 'mother',
    kind: 'FOSTER_PARENT',
  }
  await world.make('/v1/guardianships', guardianship)
  const sent = await world.client.post<{ data: { messageId: string; language: string }[] }>(
    '/v1/family-check-ins/send',
    { programId },
  )
  expect(sent.status, sent.text).toBe(200)
  const [{ messageId, language }] = sent.body.data as [(typeof sent.body.data)[number]]
  const [row] = await api.query<{ sealed: string }>(
    'SELECT sealed_variables AS sealed FROM messages WHERE id = $1',
    [messageId],
  )
  const { path } = open(api.services.platform.cipher, messageId, row!.sealed) as { path: string }
  return { path, language }
}

/** Of the page's other languages: texts that would reveal a partial translation. */
const ENGLISH = /\b(?:the|your|please|answer|thank|optional|yes)\b/i

const textOf = (html: string): string =>
  html.replaceAll(/<(style|script)>.*?<\/\1>/gs, ' ').replaceAll(/<[^>]+>/g, ' ')

test('a family sees the page, errors, thanks and refusal in Spanish', async () => {
  const { path, language } = await linkOf({ checkInLanguage: 'es' })
  expect(language).toBe('es')
  const person = api.anonymous()
  const page = await person.send<string>({ path, headers: BROWSER })
  expect(page.text).toContain('<html lang="es">')
  for (const part of ['¿Cómo van las cosas?', '¿Quiere que le llamemos?', 'Sí', 'Enviar'])
    expect(page.text).toContain(part)
  const answer = (body: string) =>
    person.send<string>({ method: 'POST', path, headers: FORM, body })
  const refused = await answer('mood=WORRIED&services=yes&call=')
  expect([refused.status, refused.text.includes('Falta algo')]).toEqual([400, true])
  const done = await answer('mood=WORRIED&services=yes&call=yes&comment=Llora')
  expect([done.status, done.text.includes('<h1>Gracias</h1>')]).toEqual([200, true])
  expect(done.text).toContain('llame a los servicios de emergencia')
  const again = await answer('mood=GOOD&services=yes&call=no')
  expect([again.status, again.text.includes('<h1>Ya respondió</h1>')]).toEqual([410, true])
  for (const { text } of [page, refused, done, again])
    expect(textOf(text).replace('Test centre', '')).not.toMatch(ENGLISH)
})

test('custom questions offer yes and no in the language of the family', async () => {
  const { id: questionSetId } = await world.questionSet()
  const { path } = await linkOf({ checkInLanguage: 'es', questionSetId })
  const page = await api.anonymous().send<string>({ path, headers: BROWSER })
  for (const part of ['Does your child sleep well?', '>Sí</label>', '>No</label>', 'opcional'])
    expect(compactHtml(page.text)).toContain(part)
})

test('every template is previewed in Spanish', async () => {
  const preview = (template: string) =>
    world.client.get<{ subject: string }>(`/v1/message-previews?template=${template}&language=es`)
  expect((await preview('family_check_in.request')).body.subject).toBe('¿Cómo van las cosas?')
  expect((await preview('delay.open')).body.subject).toBe('¿Sigue el retraso?')
})
