import { newId } from '#platform/core/ids.ts'
import type { ApiClient, TestApi } from '../../support/api.ts'

export type Json = Record<string, unknown>
export interface Made extends Json {
  id: string
  version: number
}

/** What a world needs of the platform it is on. */
export type WorldApi = Pick<TestApi, 'query' | 'anonymous' | 'createClient'> & {
  services: Pick<TestApi['services'], 'platform'>
}

/** The records of a tenant, made through the API. */
export class Records {
  readonly api: WorldApi
  readonly client: ApiClient

  constructor(api: WorldApi, client: ApiClient) {
    this.api = api
    this.client = client
  }

  async make(path: string, body?: unknown): Promise<Made> {
    const answer = await this.client.post<Made>(path, body)
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  async first(path: string): Promise<Made> {
    const { body, status, text } = await this.client.get<{ data?: Made[] }>(path)
    const record = body.data?.[0]
    if (!record) throw new Error(`GET ${path} has nothing: ${status} ${text}`)
    return record
  }

  /** A word that no other record of this run has. */
  word(): string {
    return newId('request').slice(-12)
  }
}
