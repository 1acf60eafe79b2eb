import type { Centre } from '../support/centre.ts'
import { aPerson } from '../support/person.ts'
import { aFamily, anAddress, aPractice, day, linkIn, untilRecord } from '../support/records.ts'
import type { Story } from '../support/story.ts'

const aSession = async (centre: Centre, childId: string, providerId: string): Promise<string> => {
  const { id } = await centre.post('/v1/sessions', {
    childId,
    providerId,
    startedAt: `${day(-2)}T10:02:00Z`,
    endedAt: `${day(-2)}T10:47:00Z`,
  })
  return String(id)
}

const NOTE = { objective: 'Produced /r/ in 7 of 10 words.', assessment: 'Progress.' }

export const clinicalStories = (story: Story): void => {
  story(
    'a note is written, signed by its therapist and co-signed by the supervisor',
    async (scene) => {
      const { site, centre, expect } = scene
      const { childId } = await aFamily(centre)
      const { providerId } = await aPractice(centre)
      const { id: supervisorId } = await centre.post('/v1/providers', { name: 'Dr. Kern' })
      await centre.post('/v1/supervisions', { providerId, supervisorId })
      const author = await aPerson(site, centre, { roles: ['THERAPIST'], providerId })
      const supervisor = await aPerson(site, centre, {
        roles: ['SUPERVISOR'],
        providerId: supervisorId,
      })
      await centre.post('/v1/care-team-members', { childId, providerId, role: 'ASSISTANT' })
      const sessionId = await aSession(centre, childId, providerId)
      const { id } = await author.post(`/v1/sessions/${sessionId}/notes`, NOTE)
      const signed = await author.post(`/v1/session-notes/${id}/sign`)
      expect(signed['status']).toBe('AWAITING_COSIGN')
      const changed = await author.send('PATCH', `/v1/session-notes/${id}`, { plan: 'More' })
      expect(changed.status).toBe(409)
      const cosigned = await supervisor.post(`/v1/session-notes/${id}/cosign`)
      expect(cosigned['status']).toBe('SIGNED')
    },
  )

  story('a centre writes notes in its own sections', async ({ site, centre, expect }) => {
    const { childId } = await aFamily(centre)
    const { providerId } = await aPractice(centre)
    const { id: templateId } = await centre.post('/v1/note-templates', {
      discipline: 'OCCUPATIONAL_THERAPY',
      name: 'School visit',
      format: 'SECTIONS',
      customSections: [
        { key: 'observed', title: 'Observed in class', required: true },
        { key: 'advice', title: 'Advice to the teacher', text: 'Seat near the board.' },
      ],
    })
    const author = await aPerson(site, centre, { roles: ['THERAPIST'], providerId })
    const sessionId = await aSession(centre, childId, providerId)
    const { id } = await author.post(`/v1/sessions/${sessionId}/notes`, { templateId })
    const early = await author.send('POST', `/v1/session-notes/${id}/sign`)
    expect(early.body).toMatchObject({ code: 'note_incomplete', missing: ['observed'] })
    const sections = [{ key: 'observed', text: 'Holds the pen with three fingers.' }]
    await author.send('PATCH', `/v1/session-notes/${id}`, { sections })
    expect(await author.post(`/v1/session-notes/${id}/sign`)).toMatchObject({
      status: 'SIGNED',
      format: 'SECTIONS',
      sections: [
        { title: 'Observed in class', text: 'Holds the pen with three fingers.' },
        { title: 'Advice to the teacher', text: 'Seat near the board.' },
      ],
    })
    const pdf = await centre.send('GET', `/v1/children/${childId}/record.pdf`)
    expect(pdf.status).toBe(200)
  })

  story(
    'measurements show the trend of a goal, and reaching the goal sends an event',
    async (scene) => {
      const { site, centre, expect } = scene
      const told = await site.receiver.subscribe(centre, ['goal.achieved'])
      const { childId } = await aFamily(centre)
      const { id } = await centre.post('/v1/goals', {
        childId,
        area: 'Articulation',
        title: 'Says /r/ in words',
        unit: 'percent',
        baseline: { value: 20 },
        target: { value: 80, dueOn: day(90) },
        criteria: { consecutive: 2 },
      })
      const measure = (days: number, value: number) =>
        centre.post(`/v1/goals/${id}/measurements`, {
          measuredAt: `${day(-days)}T10:00:00Z`,
          result: { value, trials: 20 },
        })
      const steps: [number, number][] = [
        [35, 25],
        [28, 30],
        [21, 40],
        [14, 45],
        [7, 55],
      ]
      for (const [days, value] of steps) await measure(days, value)
      expect(await centre.get(`/v1/goals/${id}`)).toMatchObject({ trend: 'IMPROVING' })
      await measure(3, 80)
      await measure(2, 85)
      expect(await told.arrived('goal.achieved')).toMatchObject({ goalId: id })
    },
  )

  story('a form is requested by e-mail, answered through its link, and scored', async (scene) => {
    const { site, centre, expect } = scene
    const { id: templateId } = await centre.post('/v1/form-templates', {
      name: 'Sleep',
      definition: {
        sections: [
          {
            title: 'Sleep',
            questions: [{ type: 'YES_NO', key: 'badly', label: 'Badly?', required: true }],
          },
        ],
        scores: [{ key: 'burden', label: 'Burden', op: 'SUM', questions: ['badly'] }],
        signature: true,
      },
    })
    await centre.post(`/v1/form-templates/${templateId}/publish`)
    const { childId, email } = await aFamily(centre)
    const { id } = await centre.post('/v1/form-responses', { childId, templateId })
    const link = linkIn(await site.mailTo(email))
    const answers = { badly: 'yes', _signature: 'Mara Weiss' }
    const sent = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(answers),
    })
    expect(sent.status).toBe(200)
    expect(await centre.get(`/v1/form-responses/${id}`)).toMatchObject({
      status: 'SUBMITTED',
      scores: [{ key: 'burden', value: 1 }],
    })
    expect(await centre.get(`/v1/form-responses/${id}/verification`)).toMatchObject({ valid: true })
  })

  story('a link ends when the e-mail address that it was sent to changes', async (scene) => {
    const { site, centre, expect } = scene
    const questions = [{ type: 'YES_NO', key: 'badly', label: 'Badly?', required: true }]
    const definition = { sections: [{ title: 'Sleep', questions }] }
    const { id: templateId } = await centre.post('/v1/form-templates', {
      name: 'Sleep',
      definition,
    })
    await centre.post(`/v1/form-templates/${templateId}/publish`)
    const { childId, clientId, email } = await aFamily(centre)
    await centre.post('/v1/form-responses', { childId, templateId })
    const link = linkIn(await site.mailTo(email))
    expect((await fetch(link)).status).toBe(200)
    await centre.patch(`/v1/clients/${clientId}`, { email: anAddress('mara') })
    const ended = await fetch(link, { headers: { accept: 'application/json' } })
    expect([ended.status, await ended.json()]).toMatchObject([410, { code: 'link_expired' }])
  })

  story(
    'an assessment is scheduled, becomes overdue, and is scored against its norms',
    async (scene) => {
      const { centre, expect } = scene
      const { childId } = await aFamily(centre, { birthDate: day(-1_500) })
      const { id: instrumentId } = await centre.post('/v1/assessment-instruments', {
        name: 'Language screening',
        items: [{ key: 'naming', label: 'Names six pictures', min: 0, max: 6 }],
        scores: [{ key: 'expressive', label: 'Expressive language', items: ['naming'] }],
        norms: [
          {
            score: 'expressive',
            scale: 'standard score',
            fromMonths: 36,
            untilMonths: 72,
            rows: [{ rawFrom: 0, rawTo: 6, value: 95 }],
          },
        ],
      })
      const schedule = await centre.post('/v1/assessment-schedules', {
        childId,
        instrumentId,
        timing: 'EVERY',
        startsOn: day(-60),
        months: 6,
      })
      const id = schedule['next'].assessmentId as string
      await untilRecord(centre, `/v1/assessments/${id}`, ({ status }) => status === 'OVERDUE')
      const recall = await centre.post('/v1/ai/assessment-recall', { instrumentId })
      expect(recall['recommendations'][0].reasons[0].code).toBe('overdue')
      const done = await centre.post(`/v1/assessments/${id}/complete`, {
        administeredOn: day(-1),
        items: { naming: 5 },
      })
      expect(done['scores']).toMatchObject([{ score: 'expressive', raw: 5 }])
    },
  )

  story('the timeline of a child lists what happened', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    const { providerId } = await aPractice(centre)
    const sessionId = await aSession(centre, childId, providerId)
    await centre.post(`/v1/sessions/${sessionId}/notes`, NOTE)
    const { data } = await centre.get(`/v1/children/${childId}/timeline`)
    expect(JSON.stringify(data)).toContain(sessionId)
  })

  story('a file is attached to a child, and malware is rejected', async (scene) => {
    const { site, centre, expect } = scene
    const { childId } = await aFamily(centre)
    const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
    const upload = async (content: string) => {
      const file = { childId, name: 'Notes.txt', contentType: 'text/plain' }
      const { id } = await centre.post('/v1/attachments', file)
      const { path } = await centre.post(`/v1/attachments/${id}/upload-link`)
      const sent = await fetch(`${site.api}${path}`, { method: 'PUT', body: content })
      return { id, status: sent.status }
    }
    const kept = await upload('Seen at home.')
    const { path } = await centre.post(`/v1/attachments/${kept.id}/download-link`)
    expect(await (await fetch(`${site.api}${path}`)).text()).toBe('Seen at home.')
    expect((await upload(EICAR)).status).toBeGreaterThanOrEqual(400)
  })

  story(
    'a supervisor finds a note to co-sign in the worklist, snoozes it, and signs it from there',
    async (scene) => {
      const { site, centre, expect } = scene
      const { childId } = await aFamily(centre)
      const { providerId } = await aPractice(centre)
      const { id: supervisorId } = await centre.post('/v1/providers', { name: 'Dr. Kern' })
      await centre.post('/v1/supervisions', { providerId, supervisorId })
      await centre.post('/v1/care-team-members', { childId, providerId, role: 'ASSISTANT' })
      const author = await aPerson(site, centre, { roles: ['THERAPIST'], providerId })
      const supervisor = await aPerson(site, centre, {
        roles: ['SUPERVISOR'],
        providerId: supervisorId,
      })
      const sessionId = await aSession(centre, childId, providerId)
      const { id } = await author.post(`/v1/sessions/${sessionId}/notes`, NOTE)
      const mine = async (person: typeof author, more = '') =>
        (await person.get(`/v1/worklist?view=MINE${more}`))['data'] as Record<string, unknown>[]
      expect(await mine(author)).toMatchObject([{ kind: 'NOTE_TO_SIGN', child: { id: childId } }])
      await author.post(`/v1/session-notes/${id}/sign`)
      expect(await mine(author)).toEqual([])
      const [entry] = await mine(supervisor)
      expect(entry).toMatchObject({ kind: 'NOTE_TO_COSIGN', assignee: { name: 'Dr. Kern' } })
      const { id: entryId, actions } = entry as { id: string; actions: { path: string }[] }
      const endsAt = `${day(1)}T08:00:00Z`
      await supervisor.post('/v1/worklist/snooze', { entryId, endsAt, reason: 'Tomorrow.' })
      expect(await mine(supervisor)).toEqual([])
      expect(await mine(supervisor, '&snoozed=true')).toHaveLength(1)
      const cosigned = await supervisor.post(actions[0]!.path)
      expect(cosigned['status']).toBe('SIGNED')
      expect(await mine(supervisor, '&snoozed=true')).toEqual([])
    },
  )
}
