import { newId } from '#platform/core/records/ids.ts'
import { joinAs } from '../../staff/support.ts'
import type { ApiClient, TestApi } from '../../support/api.ts'

export type Json = Record<string, unknown>
export interface Made extends Json {
  id: string
  version: number
}

/** What a world needs from its platform. */
export type WorldApi = Pick<TestApi, 'query' | 'anonymous' | 'createClient' | 'names'> & {
  services: Pick<TestApi['services'], 'platform'>
}

/** Creates records of a tenant through the API. */
export const createRecords = (api: WorldApi, client: ApiClient) => {
  const make = async (path: string, body?: unknown): Promise<Made> => {
    const answer = await client.post<Made>(path, body)
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  const first = async (path: string): Promise<Made> => {
    const { body, status, text } = await client.get<{ data?: Made[] }>(path)
    const record = body.data?.[0]
    if (!record) throw new Error(`GET ${path} has nothing: ${status} ${text}`)
    return record
  }

  /** A signed-in owner of the centre. */
  const owner = () => joinAs(api, client, { roles: ['OWNER'] })

  /** Acts as a person for operations closed to API keys. */
  const byOwner = async (path: string, body?: unknown): Promise<Made> => {
    const answer = await (await owner()).post<Made>(path, body)
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  /** A word that no other record of this run contains. */
  const word = (): string => newId('request').slice(-12)

  return { api, client, make, first, owner, byOwner, word }
}

export type Records = ReturnType<typeof createRecords>
