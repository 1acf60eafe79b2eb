import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLink } from '#messaging/links/create-link.ts'
import type { Field, Link, LinkPurposeName } from '#messaging/links/link-purpose.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { DAY_MS, HOUR_MS } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { tidyFiles } from '#platform/files/tidy-files.ts'
import { LINK_PURPOSES } from '#registry/link-purposes.ts'
import { startApi, type ApiAnswer, type TestApi } from '../support/api.ts'
import { createWorld, type World } from './world.ts'

/**
 * Every form for people who are not signed in: each rule behind the form runs there. An error appears at its
 * field with a remedy, and leaves no record or file.
 */

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

type Subject = Parameters<typeof createLink>[1]['subject']

const linkTo = (purpose: LinkPurposeName, subject: Subject, recipientId?: string) => {
  const { platform } = api.services
  const ctx = systemContext(platform, { tenantId: world.client.tenantId, action: 'createLink' })
  return transact(ctx, 'messages:write', async (tx) => {
    const expiresAt = new Date(tx.now.getTime() + DAY_MS)
    const link = { purpose, subject, language: 'en', expiresAt } as const
    return (await createLink(tx, { ...link, ...(recipientId && { recipientId }) })).path
  })
}

/** A guardian link about a child. */
const linkToGuardian = async (
  purpose: LinkPurposeName,
  subject: Parameters<World['guardianOf']>[0],
) => {
  const { id } = await world.family()
  await world.guardianOf(subject, id)
  return linkTo(purpose, subject, id)
}

/** How each form is created: its path. */
const FORMS: Record<LinkPurposeName | 'lead-form', () => Promise<string>> = {
  'lead-form': async () => {
    const ofChild = ['CHILD_NAME', 'CHILD_BIRTH_DATE', 'RELATIONSHIP', 'NEEDS']
    const questions = [...ofChild, 'PHONE', 'LANGUAGES', 'MODALITY', 'LATEST_START', 'MESSAGE']
    return String((await world.leadForm({ questions }))['path'])
  },
  attendance: async () =>
    linkToGuardian('attendance', { type: 'appointment', id: (await world.appointment()).id }),
  'check-in': async () =>
    linkToGuardian('check-in', { type: 'program', id: (await world.program()).id }),
  feedback: async () =>
    linkToGuardian('feedback', { type: 'appointment', id: (await world.appointment()).id }),
  form: async () =>
    linkToGuardian('form', { type: 'formResponse', id: (await world.formResponse()).id }),
  'goal-review': async () => {
    const { id, goalId } = await world.goalReview()
    const { id: providerId } = await world.provider()
    const { childId } = (await world.client.get<{ childId: string }>(`/v1/goals/${String(goalId)}`))
      .body
    await world.make('/v1/care-team-members', { childId, providerId, role: 'THERAPIST' })
    return linkTo('goal-review', { type: 'goalReview', id }, providerId)
  },
  ifsp: async () => {
    const { id, clientId } = await world.presentedIfsp()
    return linkTo('ifsp', { type: 'ifsp', id }, String(clientId))
  },
  'lead-offer': async () =>
    linkTo('lead-offer', { type: 'leadOffer', id: (await world.leadOffer()).id }),
  'lead-proof': async () => {
    const { id: formId } = await world.leadIntake()
    const [intake] = await api.query<{ id: string }>(
      'SELECT id FROM lead_intakes WHERE form_id = $1',
      [formId],
    )
    return linkTo('lead-proof', { type: 'leadIntake', id: intake!.id })
  },
  'lead-questions': async () =>
    linkTo('lead-questions', { type: 'lead', id: (await world.lead()).id }),
  'provider-application': async () => world.applicationLink((await world.onboarding()).id),
  'provider-reference': async () => world.referenceLink((await world.namedReferee()).referenceId),
  'provider-form': async () =>
    linkTo('provider-form', { type: 'providerForm', id: (await world.providerForm()).id }),
  rebooking: async () =>
    linkToGuardian('rebooking', { type: 'appointment', id: (await world.appointment()).id }),
  'waitlist-offer': async () =>
    linkTo('waitlist-offer', { type: 'waitlistOffer', id: (await world.waitlistOffer()).id }),
}

interface Page {
  fields: Field[]
  hidden?: Record<string, string>
}

/** A form as a program reads it, sent after a moment. */
const open = async (path: string): Promise<Page> => {
  const { status, text, body } = await api.anonymous().get<Page>(path)
  expect(status, text).toBe(200)
  api.clock.advance(5_000)
  return body
}

/** A valid value of a field. */
const goodFor = (field: Field): string | undefined => {
  if ('options' in field) return field.options[0]!.value
  if (field.type === 'DATE') return '2024-04-30'
  if (field.type === 'NUMBER') return '1'
  if (field.type !== 'TEXT' && field.type !== 'LINE') return undefined
  if (/email/i.test(field.name)) return 'mara@example.com'
  return /phone/i.test(field.name) ? '+4930123456' : 'Weiss'
}

/** Invalid values of a field type, by what is wrong. */
const badFor = (field: Field): Record<string, string> => {
  switch (field.type) {
    case 'CHOICE':
    case 'CHOICES':
      return { 'an option that is not there': 'no-such-option' }
    case 'NUMBER':
      return { 'no number': 'many', 'a number without end': '1e400' }
    case 'DATE':
      return {
        'no date': 'tomorrow',
        'a day that is not there': '2021-02-30',
        ...(/birth/i.test(field.name) && {
          'a day to come': '2999-01-01',
          'a day before anybody lived': '1850-01-01',
        }),
      }
    case 'TEXT':
    case 'LINE':
      return {
        'a text that is too long': 'x'.repeat(field.maxLength + 1),
        'a NUL character': 'We\u0000iss',
        ...(field.type === 'LINE' && { 'a direction mark': 'We\u202eiss' }),
        ...(/email/i.test(field.name) && { 'no address': 'mara at example' }),
      }
    case 'SECTION':
    case 'FILE':
      return {}
  }
}

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }

/** As browsers send it: multipart if there are files, otherwise URL-encoded. */
const send = async (path: string, form: FormData | Record<string, string>): Promise<ApiAnswer> => {
  const request = new Response(form instanceof FormData ? form : new URLSearchParams(form))
  const type = request.headers.get('content-type')!
  const body = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': type, ...BROWSER }
  return api.anonymous().send({ method: 'POST', path, body, headers })
}

/** These tables count requests and grow with refused calls too. */
const OF_EVERY_CALL = /^(?:audit_\w+|rate_limits)$/

/** All database rows and all stored files. */
const kept = async () => {
  const tables = await api.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  )
  const names = tables.map(({ name }) => name).filter((name) => !OF_EVERY_CALL.test(name))
  expect(names.length).toBeGreaterThan(100)
  const contents = names.map(
    (name) =>
      `SELECT '${name}' AS name, md5(string_agg(t::text, '' ORDER BY t::text)) AS rows FROM "${name}" t`,
  )
  const rows = await api.query<{ name: string; rows: string }>(contents.join(' UNION ALL '))
  const files: string[] = []
  for await (const { key } of api.services.platform.files.list(world.client.tenantId))
    files.push(key)
  return { tables: Object.fromEntries(rows.map((it) => [it.name, it.rows])), files }
}

const VAGUE = 'Please check this answer.'

test('the list of forms is complete', () => {
  expect(
    Object.keys(FORMS)
      .filter((name) => name !== 'lead-form')
      .toSorted(),
  ).toEqual(Object.keys(LINK_PURPOSES).toSorted())
})

describe.each(Object.entries(FORMS))('%s', (_, start) => {
  test('explains each broken rule at its field, and stores nothing', async () => {
    const path = await start()
    const { fields, hidden = {} } = await open(path)
    const asked = fields.filter(({ isHidden }) => !isHidden)
    const good = Object.fromEntries(
      asked.flatMap((field) => {
        const value = goodFor(field)
        return value === undefined ? [] : [[field.name, value]]
      }),
    )
    const bad = asked.flatMap((field) =>
      Object.entries(badFor(field)).map(([what, value]) => ({ name: field.name, what, value })),
    )
    expect(bad.length).toBeGreaterThan(0)
    const before = await kept()
    const found: object[] = []
    for (const { name, what, value } of bad) {
      const { status, text } = await send(path, { ...hidden, ...good, [name]: value })
      const [, words] = new RegExp(`id="${name}-problem">([^<]*)<`).exec(text) ?? []
      if (status < 400 || !words || words === VAGUE) found.push({ name, what, status, words })
    }
    expect(found).toEqual([])
    expect(await kept()).toEqual(before)
  })
})

describe('files', () => {
  const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const EICAR = Buffer.from(
    ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
  )

  /** A page that asks for two files and for people. */
  const start = async () => {
    const file = { kind: 'DOCUMENT', contentTypes: ['application/pdf', 'text/plain'] }
    const plan = await world.make('/v1/onboarding-plans', {
      name: `Two documents ${world.word()}`,
      requirements: [
        { key: 'diploma', title: 'Diploma', ...file },
        { key: 'check', title: 'Background check', ...file },
        { key: 'references', kind: 'REFERENCE', title: 'A reference', references: 1 },
      ],
    })
    await world.make(`/v1/onboarding-plans/${plan.id}/publish`)
    const applicant = { name: 'Ana Ruiz', email: `ana.${world.word()}@example.com` }
    const { id } = await world.make('/v1/provider-onboardings', { planId: plan.id, applicant })
    return { id, path: await world.applicationLink(id) }
  }
  const formOf = (
    sent: readonly (readonly [string, Uint8Array<ArrayBuffer>, string])[],
    fields: Record<string, string> = {},
  ) => {
    const form = new FormData()
    for (const [field, bytes, type] of sent)
      form.append(field, new Blob([bytes], { type }), `${field}.pdf`)
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return form
  }
  const DIPLOMA = ['diploma', PDF, 'application/pdf'] as const

  test('are accepted by these forms', () => {
    const takes = Object.entries(LINK_PURPOSES).filter(([, purpose]) => 'receive' in purpose)
    expect(takes.map(([name]) => name)).toEqual(['provider-application'])
  })

  test('of one form are recorded together', async () => {
    const { id, path } = await start()
    const { status, text } = await send(path, formOf([DIPLOMA, ['check', PDF, 'application/pdf']]))
    expect(status, text).toBe(200)
    const { body } = await world.client.get<{ items: { status: string }[] }>(
      `/v1/provider-onboardings/${id}`,
    )
    expect(body.items.map((it) => it.status)).toEqual(['PROVIDED', 'PROVIDED', 'WAITING'])
  })

  test.each<[string, string, FormData]>([
    ['of another kind', 'check', formOf([DIPLOMA, ['check', PNG, 'application/pdf']])],
    ['of a type that is not asked for', 'check', formOf([DIPLOMA, ['check', PNG, 'image/png']])],
    ['that is empty', 'check', formOf([DIPLOMA, ['check', Buffer.from(''), 'application/pdf']])],
    ['with something harmful', 'check', formOf([DIPLOMA, ['check', EICAR, 'text/plain']])],
    ['for the same field', 'diploma', formOf([DIPLOMA, DIPLOMA])],
    [
      'beside somebody without an address',
      'references.email.1',
      formOf([DIPLOMA, ['check', PDF, 'application/pdf']], {
        'references.name.1': 'Jana Kern',
        'references.email.1': 'jana at example',
      }),
    ],
  ])('a second file %s discards the first', async (_, at, form) => {
    const { path } = await start()
    const before = await kept()
    const { status, text } = await send(path, form)
    expect([400, 422]).toContain(status)
    expect(await kept()).toEqual(before)
    expect(text).toContain(`id="${at}-problem"`)
    expect(text).not.toContain(VAGUE)
    if (at !== 'diploma')
      expect(text).toContain('Please choose this file again. Nothing has been sent yet.')
  })

  test('that are too large together are refused with a reason', async () => {
    const { path } = await start()
    const before = await kept()
    const large = Buffer.alloc(26 * 1024 * 1024, PDF)
    const { status, text } = await send(
      path,
      formOf([DIPLOMA, ['check', large, 'application/pdf']]),
    )
    expect(status, text).toBe(413)
    expect(text).toContain('Please send at most 25 MB at once.')
    expect(await kept()).toEqual(before)
  })

  test('are deleted later if their process dies before they are recorded', async () => {
    const { id } = await start()
    const before = await kept()
    const ctx = systemContext(api.services.platform, {
      tenantId: world.client.tenantId,
      action: 'redeemLink',
    })
    const chunks = (async function* () {
      yield await Promise.resolve(PDF)
    })()
    const file = { field: 'diploma', name: 'Diploma.pdf', contentType: 'application/pdf', chunks }
    const link = { subjectId: id } as Link
    await LINK_PURPOSES['provider-application'].receive!(ctx, link, file)
    expect((await kept()).files).toHaveLength(before.files.length + 1)
    // Files carry the time of the machine.
    const clock = { now: () => new Date(Date.now() + 2 * HOUR_MS) }
    expect(await tidyFiles({ ...ctx, platform: { ...ctx.platform, clock } })).toMatchObject({
      abandoned: 1,
      missing: [],
    })
    expect((await kept()).files).toEqual(before.files)
  })
})
