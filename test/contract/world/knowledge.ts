import { embedKnowledgeDocument } from '#knowledge/documents/embed-knowledge-document.ts'
import { indexKnowledgeDocument } from '#knowledge/documents/index-knowledge-document.ts'
import { readKnowledgeDocument } from '#knowledge/documents/read-knowledge-document.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { TextEmbedder } from '../../../providers/ai/text-embedder.ts'
import { parseHere } from '../../support/parse-here.ts'
import type { SentForm } from '../../support/multipart.ts'
import { MODEL_URL } from '../../support/model-url.ts'
import type { People } from './people.ts'
import type { Json, Made, Records } from './records.ts'

/** It embeds all texts equally. */
const EMBEDDER: TextEmbedder = {
  model: 'constant',
  isLocal: true,
  embedDocuments: (texts) => Promise.resolve(texts.map(() => [1, -1])),
  embedQuery: () => Promise.resolve([1, -1]),
}

/** Assistants and their knowledge. */
export const createKnowledge = (
  { api, client, make, word }: Records,
  { newConsent }: People,
  site?: Made,
) => {
  const assistant = (settings: Json = {}) =>
    make('/v1/ai/assistants', {
      name: `Front desk ${word()}`,
      scope: site ? `location:${site.id}` : 'organization',
      tools: ['bookings'],
      ...settings,
    })

  const knowledgeForm = async (
    settings: Json = {},
    contents = `# Cancellations ${word()}\n\nYou may cancel free of charge until 24 hours before.`,
  ): Promise<SentForm> => ({
    fields: { assistantId: (await assistant(settings)).id },
    files: [
      {
        field: 'files',
        name: 'cancellations.md',
        contents,
      },
    ],
  })

  /** A document that was read and indexed like by a worker. */
  const knowledgeDocument = async (settings: Json = {}, contents?: string): Promise<Made> => {
    const form = await knowledgeForm(settings, contents)
    const path = '/v1/ai/knowledge'
    const { body, text } = await client.send<{ data: Made[] }>({ method: 'POST', path, form })
    const id = body.data?.[0]?.id
    if (!id) throw new Error(`POST ${path}: ${text}`)
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
    await readKnowledgeDocument(ctx, { id, turn: 'long' }, parseHere)
    await indexKnowledgeDocument(ctx, { id })
    const withModel = { ...ctx, platform: { ...ctx.platform, embedder: EMBEDDER } }
    await embedKnowledgeDocument(withModel, { id })
    return (await client.get<Made>(`${path}/documents/${id}`)).body
  }

  const newModel = () => ({
    name: `Model ${word()}`,
    provider: 'OPENAI_COMPATIBLE',
    baseUrl: MODEL_URL,
    model: 'small',
    key: 'sk-0123456789abcdef0123',
    timeoutSeconds: 1,
  })
  const aiModel = () => make('/v1/ai/models', newModel())

  /** For an unreachable model. */
  const modelCall = async (): Promise<Made> => {
    const { callId } = await make(`/v1/ai/models/${(await aiModel()).id}/test`)
    return (await client.get<Made>(`/v1/ai/model-calls/${String(callId)}`)).body
  }

  /** …that was asked about a child with consent. */
  const childsModelCall = async (): Promise<Made> => {
    const consent = { ...(await newConsent()), kind: 'AI_PROCESSING' }
    const { childId } = await make('/v1/consents', consent)
    const { id } = await make('/v1/ai/models', { ...newModel(), enabled: true })
    const settings = { tools: ['child_records'], generatedAnswers: true }
    const { assistantId } = await knowledgeDocument(settings)
    const question = 'How late may we cancel?'
    const asked = { assistantId, childId, question }
    const { modelCallIds } = await make('/v1/ai/knowledge/query', asked)
    await make(`/v1/ai/models/${id}/archive`)
    const [callId] = modelCallIds as string[]
    return (await client.get<Made>(`/v1/ai/model-calls/${callId}`)).body
  }

  const answerTo = async (asked: Json): Promise<Made> => {
    const { id } = await make('/v1/ai/knowledge/query', asked)
    return (await client.get<Made>(`/v1/ai/answers/${id}`)).body
  }
  const keptAnswer = async (): Promise<Made> =>
    answerTo({ assistantId: (await assistant()).id, question: 'How late may we cancel?' })
  /** …to a question about a child. */
  const childsKeptAnswer = async (childId: string): Promise<Made> => {
    const { id: assistantId } = await assistant({ tools: ['child_records'] })
    return answerTo({ assistantId, childId, question: 'How late may we cancel?' })
  }
  const curatedAnswer = async (): Promise<Made> =>
    make('/v1/ai/curated-answers', {
      assistantId: (await assistant()).id,
      question: `Where is the ${word()}?`,
      answer: 'Behind the house.',
    })

  const evaluation = async (): Promise<Made> => {
    const { id: assistantId } = await assistant()
    const questions = [{ question: 'How late may we cancel?', documentIds: [] }]
    return make('/v1/ai/evaluations', { assistantId, name: `Basics ${word()}`, questions })
  }
  /** Not yet settled by a worker. */
  const evaluationRun = async (): Promise<Made> =>
    make(`/v1/ai/evaluations/${(await evaluation()).id}/runs`)

  return {
    evaluation,
    evaluationRun,
    keptAnswer,
    childsKeptAnswer,
    curatedAnswer,
    assistant,
    knowledgeForm,
    knowledgeDocument,
    newModel,
    aiModel,
    modelCall,
    childsModelCall,
  }
}
