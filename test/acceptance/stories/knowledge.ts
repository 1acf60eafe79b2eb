import { centreOf, type Answer, type Centre } from '../support/centre.ts'
import { aModel } from '../support/models.ts'
import { aPerson } from '../support/person.ts'
import { aFamily, anAppointment, aPractice, untilListed, untilRecord } from '../support/records.ts'
import type { Story } from '../support/story.ts'

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const ASSISTANT = { name: 'Front desk', scope: 'organization', tools: ['bookings'] }

const GOAL = {
  area: 'Articulation',
  title: 'Says /r/ in words',
  unit: 'percent',
  baseline: { value: 20 },
  target: { value: 80 },
  criteria: { consecutive: 2 },
}

const INSTRUMENT = {
  name: 'Language screening',
  items: [{ key: 'naming', label: 'Names six pictures', min: 0, max: 6 }],
  scores: [{ key: 'expressive', label: 'Expressive language', items: ['naming'] }],
  norms: [],
}

/** Today in a time zone. */
const dayIn = (timeZone: string): string => new Date().toLocaleDateString('sv', { timeZone })

/** An assistant with one document. */
const anAssistant = async (centre: Centre): Promise<string> => {
  const { id } = await centre.post('/v1/ai/assistants', ASSISTANT)
  const form = new FormData()
  form.set('assistantId', String(id))
  const text =
    '# Illness\n\nIf your child has a fever, call us before eight. We charge nothing then.\n'
  form.append('files', new Blob([text]), 'illness.md')
  const { data } = await centre.post('/v1/ai/knowledge', form)
  const path = `/v1/ai/knowledge/documents/${data[0].id}`
  await untilRecord(centre, path, ({ status }) => status === 'READY')
  return String(id)
}

/**
 * Markdown with many open quotes, each of which the reader must search for: it takes some seconds, longer than
 * a short turn.
 */
const fences = (count: number): string =>
  times(count, (index) => `${'`'.repeat(index + 1)}a`).join('')

export const knowledgeStories = (story: Story): void => {
  story('a key of a person asks only the assistants of that person', async (scene) => {
    const { site, centre, expect } = scene
    const assistantId = await anAssistant(centre)
    await centre.patch(`/v1/ai/assistants/${assistantId}`, { roles: ['BILLER'] })
    await centre.post(`/v1/ai/assistants/${assistantId}/publish`)
    const permissions = ['api-keys:read', 'api-keys:write', 'knowledge:read']
    const { id: roleId } = await centre.post('/v1/roles', { name: 'Programs', permissions })
    const person = await aPerson(site, centre, { roles: [roleId] })
    const terms = { name: 'Program', scopes: ['ai.read'], resources: ['knowledge'] }
    const { id: clientId, clientSecret } = await person.post('/v1/api-keys', terms)
    const program = await centreOf(site.api, { ...centre, clientId, clientSecret })
    const ask = { assistantId, question: 'What do we do when the child has a fever?' }
    expect(await program.refused('POST', '/v1/ai/knowledge/query', ask)).toBe(
      '403 insufficient_scope',
    )
    expect(await centre.post('/v1/ai/knowledge/query', ask)).toMatchObject({ notFound: false })
  })

  story('a question is answered with a quote from a document, or not at all', async (scene) => {
    const { centre, expect } = scene
    const assistantId = await anAssistant(centre)
    const ask = (question: string) =>
      centre.post('/v1/ai/knowledge/query', { assistantId, question })
    const quote = 'If your child has a fever, call us before eight.'
    expect(await ask('What do we do when the child has a fever?')).toMatchObject({
      answer: expect.stringContaining(quote),
      citations: [{ title: 'illness.md', headings: ['Illness'] }],
    })
    expect(await ask('Do you have a parking lot for bicycles?')).toMatchObject({ notFound: true })
  })

  story(
    'a question in other words or in Spanish is answered by an English policy, and one about another thing is not',
    async (scene) => {
      const { centre, expect } = scene
      const asking = { ...ASSISTANT, languages: ['en', 'es'] }
      const { id: assistantId } = await centre.post('/v1/ai/assistants', asking)
      const quotes = {
        well: 'Children who vomited stay at home until they have been well for 24 hours.',
        fee: 'Later cancellations cost 40 dollars.',
        list: 'Only adults named on the pick-up list may collect a child.',
      }
      const form = new FormData()
      form.set('assistantId', String(assistantId))
      const text = `# For families\n\n${quotes.well}\n\nAppointments are cancelled free of charge up to a day before. ${quotes.fee}\n\n${quotes.list}\n`
      form.append('files', new Blob([text]), 'policy.md')
      const { data } = await centre.post('/v1/ai/knowledge', form)
      const path = `/v1/ai/knowledge/documents/${data[0].id}`
      await untilRecord(centre, path, ({ status }) => status === 'READY')
      const ask = (question: string) =>
        centre.post('/v1/ai/knowledge/query', { assistantId, question })
      const found = (answer: string) => ({ answer, citations: [{ title: 'policy.md' }] })
      expect(await ask('Mi hija vomitó anoche, ¿cuándo puede volver?')).toMatchObject(
        found(quotes.well),
      )
      expect(await ask('¿Cuánto pagamos si cancelamos el mismo día?')).toMatchObject(
        found(quotes.fee),
      )
      expect(await ask('Can grandpa fetch my kid?')).toMatchObject(found(quotes.list))
      const refused = { answer: null, citations: [], notFound: true }
      for (const question of [
        'How long does a child with measles stay away?',
        '¿Cuánto cuesta la musicoterapia?',
      ]) {
        const answer = await ask(question)
        expect(answer).toMatchObject(refused)
        expect(answer['confidence']).toBeLessThanOrEqual(0.5)
      }
    },
  )

  story(
    'a rule that is struck out is not quoted, and a row of a long table is, with its header',
    async (scene) => {
      const { centre, expect } = scene
      const { id: assistantId } = await centre.post('/v1/ai/assistants', ASSISTANT)
      const rows = times(80, (n) => `| Service V${n} | 30 min | ${100 + n} EUR |`)
      const form = new FormData()
      form.set('assistantId', String(assistantId))
      const text = [
        'A written report costs ~~60 EUR~~ 85 EUR.',
        '~~Dogs may be brought along into the waiting room.~~',
        `| Service | Length | Insured price |\n|---|---|---|\n${rows.join('\n')}`,
      ].join('\n\n')
      form.append('files', new Blob([text]), 'fees.md')
      const { data } = await centre.post('/v1/ai/knowledge', form)
      const path = `/v1/ai/knowledge/documents/${data[0].id}`
      expect(await untilRecord(centre, path, ({ status }) => status === 'READY')).toMatchObject({
        warnings: [{ code: 'struck_text_left_out', page: null }],
      })
      const ask = (question: string) =>
        centre.post('/v1/ai/knowledge/query', { assistantId, question })
      expect(await ask('How much does a written report cost?')).toMatchObject({
        answer: 'A written report costs 85 EUR.',
      })
      expect(await ask('May dogs be brought along into the waiting room?')).toMatchObject({
        notFound: true,
      })
      expect(await ask('What is the insured price of Service V73?')).toMatchObject({
        answer: 'Service: Service V73 · Length: 30 min · Insured price: 173 EUR',
        citations: [{ title: 'fees.md' }],
      })
    },
  )

  story('a therapist asks an assistant about their children, and nobody else’s', async (scene) => {
    const { site, centre, expect } = scene
    const practice = await aPractice(centre)
    const { locationId, providerId } = practice
    const own = { firstName: 'Mia', locationId, primaryProviderId: providerId }
    const { childId } = await aFamily(centre, own)
    const { childId: otherId } = await aFamily(centre, { firstName: 'Otto' })
    const mei = { name: 'Mei Tanaka', locationIds: [locationId] }
    const { id: meiId } = await centre.post('/v1/providers', mei)
    const { id: appointmentId } = await anAppointment(centre, { ...practice, childId })
    await anAppointment(centre, { ...practice, childId: otherId, providerId: String(meiId) })
    const { id: goalId } = await centre.post('/v1/goals', { childId, ...GOAL })
    const { id: instrumentId } = await centre.post('/v1/assessment-instruments', INSTRUMENT)
    const { next } = await centre.post('/v1/assessment-schedules', {
      childId,
      instrumentId,
      locationId,
      timing: 'EVERY',
      startsOn: dayIn('America/New_York'),
      months: 6,
    })
    const tools = ['bookings', 'child_records', 'assessments']
    const { id: assistantId } = await centre.post('/v1/ai/assistants', { ...ASSISTANT, tools })
    const therapist = await aPerson(site, centre, { roles: ['THERAPIST'], providerId })
    const ask = (question: string, more: object = {}) =>
      therapist.post('/v1/ai/knowledge/query', { assistantId, question, ...more })
    const rests = (type: string, id: unknown) =>
      expect.objectContaining({
        records: expect.arrayContaining([expect.objectContaining({ type, id })]),
      })

    const visit = await ask('When is Mia’s next appointment, and with whom?')
    expect(visit['statements']).toEqual([rests('APPOINTMENT', appointmentId)])
    expect(visit['answer']).toMatch(/with Ana Ruiz, at Riverside/)
    expect((await ask('And the one after?', { context: visit['context'] }))['answer']).toBe(
      'Mia has no future appointment.',
    )
    const goal = await ask('How is her goal on /r/ going?', { context: visit['context'] })
    expect(goal['statements']).toEqual([rests('GOAL', goalId)])
    const due = await ask('Which assessments are due this month at Riverside?')
    expect(due['statements']).toEqual([rests('ASSESSMENT', next.assessmentId)])
    const unknown = await ask('When is Xaver’s next appointment?')
    const { id: _, ...outside } = await ask('When is Otto’s next appointment?')
    expect(unknown).toMatchObject({ ...outside, notFound: true, statements: [] })
    const { data } = await centre.get(`/v1/children/${childId}/disclosures`)
    expect(JSON.stringify(data)).toContain('queryKnowledge')
  })

  story('a question with other words, or in another language, finds its passage', async (scene) => {
    const { centre, expect } = scene
    const { id: assistantId } = await centre.post('/v1/ai/assistants', ASSISTANT)
    const form = new FormData()
    form.set('assistantId', String(assistantId))
    const text =
      '# Fees\n\nMissed appointments without notice are charged at 50 euros.\n\n# Opening hours\n\nWe open at eight on weekdays.\n\n# Parking\n\nCars may stand in the courtyard.\n'
    form.append('files', new Blob([text]), 'house.md')
    await centre.post('/v1/ai/knowledge', form)
    const index = `/v1/ai/assistants/${assistantId}/index`
    const embedded = await untilRecord(
      centre,
      index,
      ({ passages, passagesEmbedded }) => Number(passages) > 0 && passages === passagesEmbedded,
    )
    expect(embedded).toMatchObject({ limitation: null, documentsEmbedded: 1 })
    // No word of the questions is in the document.
    for (const [question, heading] of [
      ['When does it start in the morning?', 'Opening hours'],
      ['¿Cuánto cuesta si mi hijo falta?', 'Fees'],
      ['¿Dónde puedo aparcar?', 'Parking'],
    ]) {
      const asked = { assistantId, question }
      const found = async () => {
        const { embeddingModel, passages } = await centre.post('/v1/ai/knowledge/search', asked)
        // The model of the API's process is loaded for its first question.
        return embeddingModel === null ? undefined : passages[0].headings
      }
      await expect.poll(found).toEqual([heading])
    }
  })

  story('a model words an answer, and only quoted statements count', async (scene) => {
    const { site, centre, expect } = scene
    await aModel(site, centre)
    const assistantId = await anAssistant(centre)
    await centre.patch(`/v1/ai/assistants/${assistantId}`, { generatedAnswers: true })
    await centre.post(`/v1/ai/assistants/${assistantId}/publish`)
    const question = 'What do we do when the child has a fever?'
    const answer = await centre.post('/v1/ai/knowledge/query', { assistantId, question })
    // The scripted model invents a statement, so the quote is returned instead.
    expect(answer).toMatchObject({ generated: false, answer: expect.stringContaining('fever') })
    const { data } = await centre.get('/v1/ai/model-calls')
    expect(data.length).toBeGreaterThan(0)
  })

  story('two short files are read while another centre uploads slow ones', async (scene) => {
    const { site, centre, expect } = scene
    const other = await site.openCentre()
    const upload = async (of: Centre, files: readonly { name: string; text: string }[]) => {
      const { id } = await of.post('/v1/ai/assistants', ASSISTANT)
      const form = new FormData()
      form.set('assistantId', String(id))
      for (const { name, text } of files) form.append('files', new Blob([text]), name)
      const { data } = await of.post('/v1/ai/knowledge', form)
      return (data as Answer[]).map((it) => `/v1/ai/knowledge/documents/${it['id']}`)
    }
    const nested = await upload(
      centre,
      times(12, (n) => ({ name: `${n}.html`, text: `<p>${n}${'<div>'.repeat(300_000)}` })),
    )
    const slow = await upload(
      centre,
      times(3, (n) => ({ name: `${n}.md`, text: `${n} ${fences(1_000)}` })),
    )
    const [note] = await upload(other, [
      { name: 'note.txt', text: 'Open at nine.\nBring a towel.' },
    ])
    await untilRecord(other, note!, ({ status }) => status === 'READY')
    const meanwhile = await Promise.all(slow.map((path) => centre.get(path)))
    expect(meanwhile.filter(({ status }) => status !== 'READY').length).toBeGreaterThan(0)
    for (const path of nested)
      expect(await untilRecord(centre, path, ({ status }) => status === 'FAILED')).toMatchObject({
        failure: { code: 'nested_too_deeply' },
      })
    for (const path of slow) await untilRecord(centre, path, ({ status }) => status === 'READY')
  })

  story('an answer is corrected, and later answers use the correction', async (scene) => {
    const { centre, expect } = scene
    const assistantId = await anAssistant(centre)
    const ask = (question: string) =>
      centre.post('/v1/ai/knowledge/query', { assistantId, question })
    const question = 'What do we do when the child has a fever?'
    const { id } = await ask(question)
    await centre.post(`/v1/ai/answers/${id}/rate`, { helpful: false, reason: 'Too late.' })
    const answer = 'Call us the evening before.'
    await centre.post(`/v1/ai/answers/${id}/curate`, { question, answer })
    expect(await ask(question)).toMatchObject({ answer, confidence: 1 })
  })

  story(
    'an evaluation reports how many questions an assistant answers correctly',
    async (scene) => {
      const { site, centre, expect } = scene
      const told = await site.receiver.subscribe(centre, ['evaluation_run.finished'])
      const assistantId = await anAssistant(centre)
      const { id: documentId } = await untilListed(
        centre,
        `/v1/ai/knowledge/documents?assistantId=${assistantId}`,
      )
      const { id } = await centre.post('/v1/ai/evaluations', {
        assistantId,
        name: 'Basics',
        questions: [
          { question: 'What do we do when the child has a fever?', documentIds: [documentId] },
          { question: 'Do you have a parking lot for bicycles?', documentIds: [] },
        ],
      })
      const { id: runId } = await centre.post(`/v1/ai/evaluations/${id}/runs`)
      const path = `/v1/ai/evaluation-runs/${runId}`
      const run = await untilRecord(centre, path, ({ status }) => status === 'DONE')
      expect(run['totals']).toMatchObject({ hitRateAt1: 1, notFoundAccuracy: 1 })
      expect((await centre.get(`${path}/results`))['data']).toMatchObject([{ rank: 1 }, {}])
      expect(await told.arrived('evaluation_run.finished')).toMatchObject({ evaluationId: id })
    },
  )
}
