import { expect } from 'vitest'
import { indexKnowledgeDocument } from '#knowledge/documents/index-knowledge-document.ts'
import { readKnowledgeDocument } from '#knowledge/documents/read-knowledge-document.ts'
import type { KnowledgeAnswer } from '#knowledge/answers/schemas.ts'
import type { KnowledgeDocument } from '#knowledge/documents/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { runParser } from '../../providers/parsing/index.ts'
import type { ApiClient, TestApi } from '../support/api.ts'
import type { SentForm } from '../support/multipart.ts'

export const PATH = '/v1/ai/knowledge'

export interface File {
  name: string
  contents: string | Uint8Array
}

/** Knowledge and questions of one assistant of a centre. */
export const openAssistant = async (api: TestApi, centre: ApiClient, settings: object = {}) => {
  const made = await centre.post<{ id: string }>('/v1/ai/assistants', {
    name: 'Front desk',
    scope: 'organization',
    tools: [],
    ...settings,
  })
  const assistantId = made.body.id
  const ctx = systemContext(api.services.platform, { tenantId: centre.tenantId, action: 'test' })

  const formOf = (files: readonly File[], fields: Record<string, string> = {}): SentForm => ({
    fields: { assistantId, ...fields },
    files: files.map((file) => ({ field: 'files', ...file })),
  })
  const send = (files: readonly File[], fields?: Record<string, string>) =>
    centre.send<{ data: KnowledgeDocument[]; code?: string }>({
      method: 'POST',
      path: PATH,
      form: formOf(files, fields),
    })
  /** Like the activities of a worker. */
  const ingest = async (id: string) => {
    await readKnowledgeDocument(ctx, { id, turn: 'long' }, runParser)
    while ((await indexKnowledgeDocument(ctx, { id })) === 'more');
  }
  const documentOf = async (id: string) =>
    (await centre.get<KnowledgeDocument>(`${PATH}/documents/${id}`)).body
  const upload = async (...files: File[]): Promise<KnowledgeDocument[]> => {
    const { status, body, text } = await send(files)
    expect([status, text]).toEqual([202, text])
    for (const { id } of body.data) await ingest(id)
    return Promise.all(body.data.map(({ id }) => documentOf(id)))
  }
  const ask = async (question: string, filter: object = {}): Promise<KnowledgeAnswer> => {
    const { status, body, text } = await centre.post<KnowledgeAnswer>(`${PATH}/query`, {
      assistantId,
      question,
      ...filter,
    })
    expect([status, text]).toEqual([200, text])
    return body
  }
  return { assistantId, ctx, send, formOf, ingest, documentOf, upload, ask }
}

export type OpenAssistant = Awaited<ReturnType<typeof openAssistant>>
