/** The demo's question, and the documents that answer it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { failure, type DemoClient } from './demo-client.ts'

const NAME = 'Front desk'
const PATH = '/v1/ai/knowledge'
const READ_WAIT_MS = 20_000
const QUESTION = 'Until when can we cancel free of charge?'

const DOCUMENTS: Readonly<Record<string, string>> = {
  'cancellations.md': `# Cancellations

You can cancel free of charge until 24 hours before. After that we charge half of the price.

## Illness

If your child has a fever, call us before eight in the morning. We charge nothing then.
`,
  'opening-hours.html': `<h1>Opening hours</h1>
<p>We are open from Monday to Friday, from 8 to 18. We are closed between Christmas and New Year.</p>
<h2>Arrival</h2><p>Please come five minutes early. Parking is behind the house.</p>
`,
  'privacy.txt': `Your child's record is read by those who treat your child, and by nobody else.

You may ask for a copy of everything that we hold about you and your child. You get it within a month.
`,
}

interface Document {
  id: string
  status: string
}

interface KnowledgeAnswer {
  answer: string | null
  citations: { title: string }[]
}

export interface DemoAssistant {
  assistantId: string
  /** The documents that a worker now reads. */
  documentIds: string[]
}

/** Creates the demo's assistant and uploads its documents. Existing ones are kept. */
export async function teachDemoAssistant(client: DemoClient): Promise<DemoAssistant> {
  const assistantId = await demoAssistant(client)
  const form = new FormData()
  form.set('assistantId', assistantId)
  for (const [name, text] of Object.entries(DOCUMENTS)) form.append('files', new Blob([text]), name)
  const sent = await client.post<{ data: Document[] }>(PATH, form)
  if (sent.status !== 202) throw failure(`POST ${PATH}`, sent)
  return { assistantId, documentIds: sent.body.data.map(({ id }) => id) }
}

/** Asks the demo's assistant. Undefined if its documents are not read in time. */
export async function askDemoAssistant(
  client: DemoClient,
  { assistantId, documentIds }: DemoAssistant,
  signal: AbortSignal,
) {
  const until = Date.now() + READ_WAIT_MS
  for (const id of documentIds) {
    while ((await client.get<Document>(`${PATH}/documents/${id}`)).status !== 'READY') {
      if (Date.now() > until) return undefined
      await sleep(200, undefined, { signal })
    }
  }
  const answered = await client.post<KnowledgeAnswer>(`${PATH}/query`, {
    assistantId,
    question: QUESTION,
  })
  if (answered.status !== 200) throw failure(`POST ${PATH}/query`, answered)
  return { question: QUESTION, ...answered.body }
}

async function demoAssistant(client: DemoClient): Promise<string> {
  const path = '/v1/ai/assistants'
  const { data } = await client.get<{ data: { id: string; name: string }[] }>(
    `${path}?sort=createdAt&limit=100`,
  )
  const existing = data.find(({ name }) => name === NAME)
  if (existing) return existing.id
  const tools = ['bookings', 'child_records', 'assessments']
  const made = await client.post<{ id: string }>(path, { name: NAME, scope: 'organization', tools })
  if (made.status !== 201) throw failure(`POST ${path}`, made)
  return made.body.id
}
