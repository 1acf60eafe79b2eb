import type { Answer, Centre } from '../support/centre.ts'
import {
  aFamily,
  anAddress,
  anAppointment,
  aPractice,
  day,
  linkIn,
  untilListed,
  untilRecord,
} from '../support/records.ts'
import { aPerson } from '../support/person.ts'
import { eventually } from '../support/site.ts'
import type { Story } from '../support/story.ts'

/** A PNG of 16 × 16 pixels. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAADklEQVR42mNYtYqBFAQA/j8VQSvFuWMAAAAASUVORK5CYII='

const isSent = ({ status }: Answer) => status === 'SENT'

/** A program of a child aged 20 months, referred the given number of days ago. */
const aProgram = async (centre: Centre, daysAgo = 30) => {
  const family = await aFamily(centre, { birthDate: day(-600) })
  const coordinator = { name: 'Rosa Lindqvist', email: 'rosa@example.com' }
  const { id: serviceCoordinatorId } = await centre.post('/v1/providers', coordinator)
  const program = await centre.post('/v1/early-intervention-programs', {
    childId: family.childId,
    referralReceivedOn: day(-daysAgo),
    serviceCoordinatorId,
  })
  return { ...family, program, path: `/v1/early-intervention-programs/${program['id']}` }
}

export const familyStories = (story: Story): void => {
  story('a family is found by what a caller says at the telephone', async (scene) => {
    const { centre, expect } = scene
    const { childId, clientId, email } = await aFamily(centre)
    await centre.patch(`/v1/clients/${clientId}`, { phone: '+49 (170) 12 34-567' })
    for (const q of ['0170 1234567', '4567', email.slice(0, -4), 'mara wiess', clientId]) {
      const { data } = await centre.get(`/v1/family-search?q=${encodeURIComponent(q)}`)
      const match = data.find(({ client }: Answer) => client?.['id'] === clientId)
      expect(match?.relatives, q).toMatchObject([{ childId, name: 'Lena Weiss' }])
    }
    const others = await centre.key({ name: 'Figures', scopes: ['analytics.read'] })
    expect(await others.refused('GET', '/v1/family-search?q=4567')).toBe('403 insufficient_scope')
  })

  story('a referral starts the Part C deadlines, and milestones meet them', async (scene) => {
    const { centre, expect } = scene
    const { program, path } = await aProgram(centre)
    const of = (deadlines: { clock: string }[], name: string) =>
      deadlines.find(({ clock }) => clock === name)
    expect(of(program['deadlines'], 'evaluation')).toMatchObject({ dueOn: day(15) })
    await centre.post(`${path}/milestones`, { kind: 'EVALUATION', occurredOn: day(-5) })
    const { deadlines } = await centre.get(path)
    expect(of(deadlines, 'evaluation')).toMatchObject({ status: 'MET', metOn: day(-5) })
    const [from, until] = [encodeURIComponent('dueOn[gte]'), encodeURIComponent('dueOn[lt]')]
    const period = `${from}=${day(-30)}&${until}=${day(30)}`
    const { data } = await centre.get(`/v1/early-intervention-compliance?${period}`)
    expect(data.length).toBeGreaterThan(0)
  })

  story(
    'a family answers a check-in, and a worrying answer reaches the coordinator',
    async (scene) => {
      const { site, centre, expect } = scene
      const { program, email } = await aProgram(centre)
      const followUp = await eventually('the check-in', async () => {
        const { data } = await centre.get(`/v1/follow-ups?subjectId=${program['id']}`)
        return JSON.stringify(data).includes('"check-in') && data[0]
      })
      const { step } = followUp.steps.find((it: { step: string }) => it.step.startsWith('check-in'))
      await centre.post(`/v1/follow-ups/${followUp.id}/steps/${step}/run-now`)
      await fetch(linkIn(await site.mailTo(email)), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mood: 'WORRIED', services: 'no', call: 'yes' }),
      })
      const checkIns = `/v1/family-check-ins?programId=${program['id']}`
      expect((await centre.get(checkIns))['data']).toMatchObject([
        { mood: 'WORRIED', worrying: true },
      ])
    },
  )

  story('an IFSP is signed by the family on its page and by the coordinator', async (scene) => {
    const { site, centre, expect } = scene
    const { program, path, email } = await aProgram(centre)
    const speech = {
      key: 'speech',
      type: 'SPEECH_LANGUAGE',
      frequency: 'Twice a week, 45 minutes',
      intensity: 'INDIVIDUAL',
      method: 'Coaching of parents',
      setting: 'HOME',
    }
    await centre.patch(path, { ifspServices: [speech] })
    const plan = { programId: program['id'], meetingOn: day(-1) }
    const { id } = await centre.post('/v1/ifsps', plan)
    const written = 'Says five words.'
    await centre.patch(`/v1/ifsps/${id}`, {
      presentLevels: {
        physical: written,
        cognitive: written,
        communication: written,
        socialOrEmotional: written,
        adaptive: written,
      },
      outcomes: [
        { outcome: 'Talks.', criteria: 'Ten words.', procedures: 'Notes.', timelines: 'By May' },
      ],
    })
    await centre.post(`/v1/ifsps/${id}/present`, {})
    const link = linkIn(await site.mailTo(email))
    expect(await (await fetch(link, { headers: { accept: 'text/html' } })).text()).toContain(
      'Talks.',
    )
    const signed = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ signature: 'Mara Weiss' }),
    })
    expect(signed.status).toBe(200)
    const coordinator = await aPerson(site, centre, {
      roles: ['EARLY_INTERVENTION_COORDINATOR'],
      providerId: program['serviceCoordinatorId'],
    })
    await coordinator.post(`/v1/ifsps/${id}/sign`, { signedName: 'Rosa Lindqvist' })
    const { status, signatures } = await centre.get(`/v1/ifsps/${id}`)
    expect({ status, signatures }).toMatchObject({
      status: 'SIGNED',
      signatures: [{ channel: 'LINK' }, { role: 'SERVICE_COORDINATOR' }],
    })
    const pdf = await centre.send('GET', `/v1/ifsps/${id}/ifsp.pdf?language=es`)
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    expect((await centre.get(path))['ifspServices']).toMatchObject([
      // The day in the centre's time zone.
      { consentedOn: (signatures as { signedOn: string }[])[0]!.signedOn },
    ])
  })

  story(
    'a recommendation is dismissed with a reason, and the dismissal can be undone',
    async (scene) => {
      const { centre, expect } = scene
      const { program } = await aProgram(centre, 44)
      const path = '/v1/ai/recommendations'
      const recommended = async () => {
        const { recommendations } = await centre.get(path)
        return (recommendations as { rule: string; recordId: string }[]).some(
          ({ rule, recordId }) => rule === 'DEADLINE_NEAR' && recordId === program['id'],
        )
      }
      expect(await recommended()).toBe(true)
      const { id } = await centre.post(`${path}/dismiss`, {
        rule: 'DEADLINE_NEAR',
        recordId: program['id'],
        reason: 'The family moves away.',
      })
      expect(await recommended()).toBe(false)
      await centre.post(`/v1/ai/recommendation-dismissals/${id}/undo`)
      expect(await recommended()).toBe(true)
    },
  )

  story(
    'programs are handed over to another coordinator, who is notified by e-mail',
    async (scene) => {
      const { site, centre, expect } = scene
      const { program, path } = await aProgram(centre)
      const email = anAddress('nora')
      const { id: next } = await centre.post('/v1/providers', { name: 'Nora Kern', email })
      const handedOver = {
        fromProviderId: program['serviceCoordinatorId'],
        toProviderId: next,
        note: 'On leave until May.',
      }
      await centre.post('/v1/early-intervention-programs/reassign', handedOver)
      expect(await centre.get(path)).toMatchObject({ serviceCoordinatorId: next })
      await site.mailTo(email, handedOver.note)
    },
  )

  story('a record prints a name in its own script', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre, { firstName: 'محمد', lastName: 'शर्मा' })
    const pdf = await centre.send('GET', `/v1/children/${childId}/record.pdf`)
    expect(pdf.status).toBe(200)
    // The font of the script is in the document.
    expect(pdf.text).toContain('NotoSansDevanagari')
  })

  story('records are merged only by those who may change care teams', async (scene) => {
    const { site, centre, expect } = scene
    const [{ childId: id }, { childId: duplicateId }] = [
      await aFamily(centre),
      await aFamily(centre),
    ]
    const permissions = ['children:read', 'child-merges:read', 'child-merges:write']
    const { id: roleId } = await centre.post('/v1/roles', { name: 'Tidies', permissions })
    const clerk = await aPerson(site, centre, { roles: [roleId] })
    const merge = `/v1/children/${id}/merge`
    const refused = await clerk.send('POST', merge, { duplicateId })
    expect([refused.status, refused.body['permission']]).toEqual([403, 'care-teams:write'])
    expect(await centre.post(merge, { duplicateId })).toMatchObject({ duplicateId })
  })

  story('a coordinator is set only by those who may change care teams', async (scene) => {
    const { site, centre, expect } = scene
    const { path } = await aProgram(centre)
    const { id: next } = await centre.post('/v1/providers', { name: 'Nora Kern' })
    const permissions = ['early-intervention:read', 'early-intervention:write']
    const { id: roleId } = await centre.post('/v1/roles', { name: 'Dates', permissions })
    const clerk = await aPerson(site, centre, { roles: [roleId] })
    const change = { serviceCoordinatorId: next }
    const refused = await clerk.send('PATCH', path, change)
    expect([refused.status, refused.body['permission']]).toEqual([403, 'care-teams:write'])
    expect(await centre.patch(path, change)).toMatchObject(change)
  })

  story('child outcomes are rated at entry and exit, and reported', async (scene) => {
    const { centre, expect } = scene
    const { program, path } = await aProgram(centre)
    const rated = (occasion: string, rating: number, days: number) => ({
      occasion,
      ratedOn: day(days),
      ratings: ['SOCIAL_EMOTIONAL', 'KNOWLEDGE_AND_SKILLS', 'BEHAVIORS_TO_MEET_NEEDS'].map(
        (outcome) => ({ outcome, rating, evidence: [{ source: 'Observation at home' }] }),
      ),
    })
    await centre.post(`${path}/outcome-summaries`, rated('ENTRY', 3, -20))
    const exit = rated('EXIT', 6, -1)
    const ratings = exit.ratings.map((it) => ({ ...it, madeProgress: true }))
    await centre.post(`${path}/outcome-summaries`, { ...exit, ratings })
    await centre.post(`${path}/close`, { closedOn: day(-1) })
    const [from, until] = [encodeURIComponent('closedOn[gte]'), encodeURIComponent('closedOn[lt]')]
    const period = `${from}=${day(-30)}&${until}=${day(2)}`
    const children = await centre.get(
      `/v1/early-intervention-outcomes/children?${period}&outcome=SOCIAL_EMOTIONAL`,
    )
    expect(children['data']).toMatchObject([{ id: program['id'], entryRating: 3, exitRating: 6 }])
  })

  story('a family applies through the public form and becomes client and child', async (scene) => {
    const { site, centre, expect } = scene
    const need = { code: 'fluency', name: 'Stuttering', specialties: ['stuttering'] }
    await centre.post('/v1/matching-needs', need)
    const { path } = await centre.post('/v1/lead-forms', {
      name: 'Website',
      campaign: 'website',
      texts: [{ language: 'en', title: 'Ask for a place', intro: 'Tell us a little.' }],
      questions: ['CHILD_NAME', 'CHILD_BIRTH_DATE', 'NEEDS', 'MESSAGE'],
      required: ['CHILD_NAME'],
      consents: [
        { kind: 'TREATMENT', texts: [{ language: 'en', text: 'You may treat our child.' }] },
      ],
    })
    const page = `${site.api}${path}`
    const { hidden } = (await (
      await fetch(page, { headers: { accept: 'application/json' } })
    ).json()) as {
      hidden: { startedAt: string }
    }
    // A form sent within three seconds is treated as sent by a program.
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    const asks = anAddress('jana')
    const send = (url: string, body: object) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
      })
    const asked = await send(page, {
      startedAt: hidden.startedAt,
      contactName: 'Jana Beck',
      contactEmail: asks,
      childFirstName: 'Nora',
      childLastName: 'Beck',
      childBirthDate: '2023-04-30',
      needs: ['fluency'],
      message: 'She speaks little.',
      'consent.TREATMENT': 'yes',
    })
    expect(asked.status).toBe(200)
    await send(linkIn(await site.mailTo(asks)), { confirm: 'yes' })
    const { id } = await untilListed(centre, '/v1/leads?campaign=website')
    await centre.post(`/v1/leads/${id}/qualify`)
    const made = await centre.post(`/v1/leads/${id}/convert`)
    expect(made).toMatchObject({ childId: expect.stringMatching(/^chd_/), consents: 1 })
    expect(await centre.get(`/v1/children/${made['childId']}`)).toMatchObject({
      firstName: 'Nora',
    })
  })

  story('labels group children, and lists filter by them', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    await aFamily(centre, { firstName: 'Other' })
    const { id } = await centre.post('/v1/labels', { name: 'Waits for a place' })
    await centre.patch(`/v1/children/${childId}`, { labelIds: [id] })
    const { data } = await centre.get(`/v1/children?labelId=${id}`)
    expect(data).toMatchObject([{ id: childId }])
  })

  story('custom fields are defined and stored with clients', async ({ centre, expect }) => {
    await centre.post('/v1/custom-fields', {
      resource: 'CLIENT',
      key: 'insurance_number',
      label: 'Insurance number',
      type: 'TEXT',
    })
    const custom_fields = { insurance_number: 'A123' }
    const { id } = await centre.post('/v1/clients', { name: 'Mara Weiss', custom_fields })
    expect(await centre.get(`/v1/clients/${id}`)).toMatchObject({ custom_fields })
  })

  story('a list continues where its page ended', async (scene) => {
    const { centre, expect } = scene
    for (const firstName of ['Ada', 'Ben', 'Cleo']) await aFamily(centre, { firstName })
    const first = await centre.get('/v1/children?limit=2&sort=createdAt')
    expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) })
    const rest = await centre.get(
      `/v1/children?limit=2&sort=createdAt&cursor=${first['nextCursor']}`,
    )
    expect(rest['data']).toMatchObject([{ firstName: 'Cleo' }])
  })

  story('a consent is given and revoked', async ({ centre, expect }) => {
    const { childId, clientId } = await aFamily(centre)
    const { id } = await centre.post('/v1/consents', {
      childId,
      grantedById: clientId,
      kind: 'TREATMENT',
      grantedAt: `${day(-1)}T10:00:00Z`,
      evidence: 'Signed form.',
    })
    await centre.post(`/v1/consents/${id}/revoke`, { reason: 'They changed their mind.' })
    expect((await centre.get(`/v1/consents/${id}`))['revokedAt']).toEqual(expect.any(String))
  })

  story(
    'a centre writes its reminder in Spanish, previews it on a visit, and a family gets it',
    async (scene) => {
      const { site, centre, expect } = scene
      const { clientId, email, ...family } = await aFamily(centre)
      const booked = await anAppointment(centre, { ...family, ...(await aPractice(centre)) })
      await centre.patch(`/v1/clients/${clientId}`, { language: 'es-MX' })
      const words = {
        subject: 'Nos vemos: {startsAt}',
        body: 'Hola, {firstName}:\n\n{childFirstName} tiene su cita el {startsAt}.\n\n{locationName}\n\n{hasLocationPhone, select, true {Tel. {locationPhone}} other {Avísenos si no puede venir.}}',
        actionLabel: 'Responder',
      }
      const template = 'appointment.reminder'
      const preview = { template, recordId: booked['id'] }
      const wrong = await centre.post('/v1/message-previews', {
        ...preview,
        language: 'es',
        words: { ...words, body: '{nombre}' },
      })
      expect(wrong['issues']).toMatchObject([
        { code: 'unknown_variable', position: { line: 1, column: 1 } },
        { code: 'variable_required' },
        { code: 'variable_required' },
      ])
      await centre.post('/v1/message-texts', { template, language: 'es', ...words })
      const shown = await centre.post('/v1/message-previews', preview)
      expect(shown).toMatchObject({ origin: 'OWN', language: 'es-MX', issues: [] })
      const { id } = await untilListed(
        centre,
        `/v1/follow-ups?kind=APPOINTMENT_LIFECYCLE&subjectId=${booked['id']}`,
      )
      await centre.post(`/v1/follow-ups/${id}/steps/reminder-48h/run-now`)
      const mail = await site.mailTo(email, 'Nos vemos')
      expect(mail.subject).toBe(shown['subject'])
      expect(mail.text).toContain('Lena tiene su cita el')
      expect(mail.text).toContain('Responder:\n')
    },
  )

  story(
    'a centre sets its logo, tests a text on itself, and families get e-mails with the logo',
    async (scene) => {
      const { site, centre, expect } = scene
      const admin = await aPerson(site, centre, { roles: ['ADMINISTRATOR'] })
      const settings = '/v1/message-settings'
      const svg = { content: Buffer.from('<svg onload="x()"/>').toString('base64') }
      expect(await centre.refused('PUT', `${settings}/logo`, svg)).toBe('422 file_refused')
      const logo = await admin.send('PUT', `${settings}/logo`, { content: LOGO })
      expect(logo.body['logo']).toMatchObject({ contentType: 'image/png', width: 16, height: 16 })
      const { email, ...family } = await aFamily(centre)
      const booked = await anAppointment(centre, { ...family, ...(await aPractice(centre)) })

      const test = { template: 'appointment.reminder', recordId: booked['id'] }
      const path = '/v1/message-previews/send-test'
      expect(await centre.refused('POST', path, test)).toBe('403 user_required')
      const { id } = await admin.post(path, test)
      const tested = await site.mailTo(admin.email, '[Test] ')
      expect(tested.text).toContain('Lena')
      expect(tested.attachments).toMatchObject([{ filename: 'logo.png', content: LOGO }])
      expect(await untilRecord(centre, `/v1/messages/${id}`, isSent)).toMatchObject({
        template: 'message.test',
        recipientId: admin.userId,
      })

      const { id: lifecycle } = await untilListed(
        centre,
        `/v1/follow-ups?kind=APPOINTMENT_LIFECYCLE&subjectId=${booked['id']}`,
      )
      await centre.post(`/v1/follow-ups/${lifecycle}/steps/reminder-48h/run-now`)
      const mail = await site.mailTo(email, 'Reminder')
      const [shown] = mail.attachments
      expect(shown!.content).toBe(LOGO)
      expect(mail.html).toContain(`<img src="cid:${shown!.cid}"`)
      expect(mail.subject).not.toContain('[Test]')
    },
  )
}
