import { newId } from '#platform/core/records/ids.ts'
import type { ProviderLicense } from '#organization/provider-licenses/schemas.ts'
import { newProvider } from '../../resources/centre.ts'
import type { ApiClient } from '../../support/api.ts'

/** Creates licenses through the API, for new providers by default. */
export const createLicenses = (client: ApiClient) => {
  const body = async (more: { providerId?: string } = {}) => ({
    providerId: more.providerId ?? (await newProvider(client)).id,
    profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
    number: newId('request').slice(-12),
    authority: 'Department of Professional Regulation',
    state: 'US-IL',
    expiresOn: '2027-10-31',
    ...more,
  })

  const post = async (path: string, json: object): Promise<ProviderLicense> => {
    const answer = await client.post<ProviderLicense>(`/v1/provider-licenses${path}`, json)
    if (answer.status >= 300) throw new Error(answer.text)
    return answer.body
  }

  const create = async (more: Partial<ProviderLicense> = {}) => post('', await body(more))
  const verify = ({ id }: { id: string }) =>
    post(`/${id}/verify`, { method: 'DOCUMENT', note: 'Seen' })
  const verified = async (more: Partial<ProviderLicense> = {}) => verify(await create(more))

  return { body, create, verify, verified }
}
