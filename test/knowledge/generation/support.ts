import { expect } from 'vitest'
import type { AiModel } from '#knowledge/models/schemas.ts'
import type { ApiClient } from '../../support/api.ts'
import type { Asked, ModelServer, Reply } from '../../support/model-server.ts'

/** Connects and enables a scripted model at a centre. */
export const connectModel = async (
  centre: ApiClient,
  { url }: Pick<ModelServer, 'url'>,
  more: object = {},
): Promise<AiModel> => {
  const { status, body, text } = await centre.post<AiModel>('/v1/ai/models', {
    name: 'Scripted',
    provider: 'OPENAI_COMPATIBLE',
    baseUrl: url,
    model: 'scripted',
    key: 'sk-0123456789abcdef4711',
    enabled: true,
    timeoutSeconds: 10,
    tokensPerDay: 100_000_000,
    callsPerMinute: 10_000,
    ...more,
  })
  expect([status, text]).toEqual([201, text])
  return body
}

/** Removes the models of a centre. */
export const archiveModels = async (centre: ApiClient): Promise<void> => {
  const { body } = await centre.get<{ data: AiModel[] }>('/v1/ai/models')
  for (const { id } of body.data) await centre.post(`/v1/ai/models/${id}/archive`)
}

interface GivenPassage {
  passage: string
  document: string
  headings: string[]
  text: string
}

/** The input of a model. */
export const givenTo = ({ prompt }: Asked) =>
  JSON.parse(prompt) as { question: string; passages: GivenPassage[] }

/** The label of the passage with these words in the input of a model. */
export const passageWith = (asked: Asked, words: string): string => {
  const { passages } = givenTo(asked)
  return passages.find(({ text }) => text.includes(words))?.passage ?? 'p0'
}

interface SaidClaim {
  text: string
  passage: string
  quote: string
}

/** The answer of an obedient model. */
export const claiming = (...claims: SaidClaim[]): Extract<Reply, { text: string }> => ({
  text: JSON.stringify({
    claims: claims.map(({ text, passage, quote }) => ({ text, citations: [{ passage, quote }] })),
  }),
})
